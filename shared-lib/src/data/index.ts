// How screens and headless parts read from the server.
export * from './pages.ts';
