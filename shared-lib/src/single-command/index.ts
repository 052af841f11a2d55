export { CommandQuestion, questionOf, type CommandQuestionProps, type Question } from './command-question.tsx';
export { SingleOutcome, type SingleOutcomeProps } from './single-outcome.tsx';
export { ALL_DEVICES, targetName } from './target-name.ts';
export {
  noteCommand,
  sendSingleCommand,
  stateOfFailure,
  useSingleCommand,
  type CommandFields,
  type SingleCommand,
  type SingleEnd,
  type SingleSending,
  type SingleState,
} from './use-single-command.ts';
