// Lets apt-get of a closed network reach Debian's mirrors: outside of it this listens at a file, inside at a port that
// leads to the file. `outside <file>` or `inside <file> <port>`.
import { createServer as createHttpServer, request } from 'node:http';
import { connect, createServer } from 'node:net';

const [place, file = '', port] = process.argv.slice(2);

if (place === 'outside')
  createHttpServer((asked, reply) => {
    const { host } = new URL(asked.url ?? '');
    const passed = request(asked.url ?? '', { headers: { ...asked.headers, host } }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', (error) => reply.writeHead(502).end(error.message));
    passed.end();
  }).listen(file, () => console.log('listening'));
else
  createServer((inside) => {
    const outside = connect(file);
    inside.pipe(outside).pipe(inside);
    for (const socket of [inside, outside]) socket.on('error', () => inside.destroy());
  }).listen(Number(port), '127.0.0.1', () => console.log('listening'));
