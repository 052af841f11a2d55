// The rules of eslint.config.mjs for all remotes at once, as the gate asks for them: by one program of the compiler, in
// the place of one for each with all of shared-lib in it.
import rules from '../../eslint.config.mjs';

export default [
  ...rules,
  {
    files: ['mf-*/src/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { projectService: false, project: './tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
    },
  },
];
