import { copyCall } from '../../../contract/index.ts';
import { validRowsFile } from '../../../csv/headless/writers.ts';
import { UPLOAD_FAILED } from '../texts.ts';
import { deliver } from './deliver.ts';
import { done, stopped, type StageResult } from './stage-result.ts';
import type { BatchRun } from '../batch-run.ts';

function copyOf({ batch, command }: BatchRun) {
  if (!command.batch) throw new Error(`The command ${command.title} has no batch.`);
  const { fileName: name, level, batchId } = batch.header;
  const pieces = batch.extras ? batch.extras.copy() : validRowsFile(batch.imeis);
  return {
    call: copyCall(command.batch.copyPath),
    file: { name, content: { pieces, chosen: batch.chosen } },
    fields: { batchId, ...(level === undefined ? {} : { level }) },
  };
}

/** B5, B13, D17, D26a: the same copy has one id however often it is sent, the chosen file another; D2b after a loss. */
export async function uploadCopy(run: BatchRun): Promise<StageResult> {
  const { batch, ports } = run;
  const { batchId, action } = batch.header;
  const failed = (message: string): StageResult => ({ kind: 'failed', stage: 'uploading', message });
  const transactionId = ports.ids.itemTransactionId(batchId, batch.chosen ? 'file' : 'copy', action);
  const send = () => {
    const { call, file, fields } = copyOf(run);
    return ports.api.upload(call, file, fields, { transactionId, keepsSession: true });
  };
  const delivery = await deliver(run, 'copy', send, { waitsForServer: false });
  switch (delivery.kind) {
    case 'stopped':
      return stopped;
    case 'left':
      return done;
    case 'answered':
      if (delivery.answer.status === 'error') return failed(delivery.answer.message);
      if (delivery.answer.file !== '') batch.serverFileName = delivery.answer.file;
      return done;
    case 'refused':
      return failed(delivery.message);
    default:
      return failed(`${UPLOAD_FAILED} ${delivery.message}`);
  }
}
