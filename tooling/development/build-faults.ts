// In the host during development: shows on the page why the last build failed, until a build succeeds. The dev server's
// client, which runs in the remote, posts the errors to the page.

const panel = document.createElement('pre');
panel.setAttribute('role', 'alert');
panel.style.cssText =
  'position: fixed; inset: auto 0 0 0; z-index: 2147483647; max-height: 50vh; margin: 0; padding: 1rem; ' +
  'overflow: auto; white-space: pre-wrap; color: #fff; background: #8b1a1a';

const passed = new Set(['webpackOk', 'webpackStillOk', 'webpackWarnings']);

window.addEventListener('message', ({ source, data }) => {
  if (source !== window) return;
  if (passed.has(data?.type)) panel.remove();
  if (data?.type !== 'webpackErrors') return;
  panel.textContent = data.data.join('\n\n');
  document.body.append(panel);
});
