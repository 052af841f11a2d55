import { createBoundedQuestion, Late } from './bounded-question.ts';

it('a bounded question is asked once however many ask meanwhile, and again afterwards', async () => {
  const answers: ((answer: number) => void)[] = [];
  const ask = createBoundedQuestion(() => new Promise<number>((done) => void answers.push(done)), 60_000);
  const asked = [ask(), ask(), ask()];
  expect(answers).toHaveLength(1);
  answers[0]?.(7);
  expect(await Promise.all(asked)).toEqual([7, 7, 7]);
  const again = ask();
  answers[1]?.(8);
  expect(await again).toBe(8);
  expect(answers).toHaveLength(2);
});

it('a bounded question ends late without its answer, which nobody asks for twice', async () => {
  let times = 0;
  const ask = createBoundedQuestion(() => {
    times += 1;
    return new Promise<never>(() => undefined);
  }, 10);
  await expect(ask()).rejects.toThrow(Late);
  await expect(ask()).rejects.toThrow(Late);
  expect(times).toBe(1);
});
