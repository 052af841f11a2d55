export {
  CommandQuestion,
  questionOf,
  repeatWarning,
  type CommandQuestionProps,
  type Question,
} from './command-question.tsx';
export {
  countLog,
  undoneOf,
  useCommandLog,
  useUndoneSends,
  type LogCount,
  type LogEntry,
  type LogOutcome,
  type UndoneSends,
} from './command-log.ts';
export { EarlierSends, type EarlierSendsProps } from './earlier-sends.tsx';
export { HandedToAll } from './handed-to-all.tsx';
export { LogFacts, type LogFactsProps } from './log-facts.tsx';
export { SingleOutcome, type SingleOutcomeProps } from './single-outcome.tsx';
export { ALL_DEVICES, targetName } from './target-name.ts';
export { contentOfCommand, type CommandFields, type CommandSending } from './send-command.ts';
export { stateOfSent, type SingleState } from './single-state.ts';
export { useSendCommand } from './use-send-command.ts';
export { queueOf, useSingleCommand, type SingleCommand } from './use-single-command.ts';
