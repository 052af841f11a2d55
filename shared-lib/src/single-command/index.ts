export { CommandQuestion, questionOf, type CommandQuestionProps, type Question } from './command-question.tsx';
export { ALL_DEVICES, SingleOutcome, targetName, type SingleOutcomeProps } from './single-outcome.tsx';
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
