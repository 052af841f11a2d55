export {
  CommandQuestion,
  questionOf,
  repeatWarning,
  type CommandQuestionProps,
  type Question,
} from './command-question.tsx';
export { EarlierSends, type EarlierSendsProps } from './earlier-sends.tsx';
export { SingleOutcome, type SingleOutcomeProps } from './single-outcome.tsx';
export { ALL_DEVICES, targetName } from './target-name.ts';
export { contentOfCommand, type CommandFields, type CommandSending } from './send-command.ts';
export { stateOfSent, type SingleState } from './single-state.ts';
export { useSendCommand } from './use-send-command.ts';
export { useSingleCommand, type SingleCommand, type SingleEnd } from './use-single-command.ts';
