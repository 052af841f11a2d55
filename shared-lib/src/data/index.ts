// How screens and headless parts read from the server. What needs a page is in `react`.
export * from './pages.ts';
