import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../foundation/audit/audit.store.ts';
import type { NewQueue, QueueRow } from '../../foundation/db/schema/queues.ts';
import { patiently, brokenConstraint, type Tx } from '../../foundation/db/tx.ts';
import { found, refuse } from '../../foundation/refusal.ts';
import type { Companies } from '../companies/index.ts';
import type { Settings } from '../settings/index.ts';
import { createOptions, type OptionNeeds } from './options.ts';
import { queueStore } from './queues.store.ts';

interface Draft {
  integrationId?: number | null | undefined;
  fileListId?: number | null | undefined;
  chatbots?: BotOptionDraft[] | undefined;
}
interface Needs extends OptionNeeds {
  companies: Companies;
  settings: Settings;
}

/** The departments of a company: where conversations wait and who may see them. */
export const createQueues = ({ db, companies, settings, ...above }: Needs) => {
  const options = createOptions({ db, ...above });
  const withOptions = async (tx: Tx, queue: QueueRow) => ({
    ...queue,
    options: await options.ofQueue(tx, queue.id),
  });
  async function knownFiles(tx: Tx, id: number | null | undefined) {
    if (id && !(await above.knownFileList(tx, id))) refuse('ERR_VALIDATION', { field: 'fileListId', rule: 'unknown' });
  }
  return {
    options,
    list: (actor: Actor) => db.readCompany(actor.companyId, (tx) => queueStore.list(tx)),

    show: (companyId: number, id: number) => db.readCompany(companyId, (tx) => queueStore.byId(tx, id)),

    showWithOptions: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const queue = await queueStore.byId(tx, id);
        return queue && withOptions(tx, queue);
      }),
    /** What is on a screen and not saved yet leads to nobody else's things. */
    async checkDraft(tx: Tx, draft: Draft, knownOptions: ReadonlySet<number>) {
      if (draft.integrationId) refuse('ERR_VALIDATION', { field: 'integrationId', rule: 'unknown' });
      await knownFiles(tx, draft.fileListId);
      await options.checkTree(tx, draft.chatbots ?? [], knownOptions);
    },
    /** For the rooms above, inside their unit of work. */
    within: (tx: Tx) => queueStore.list(tx),
    /** Which of these queues are the company's. */
    known: (tx: Tx, ids: number[]) => queueStore.known(tx, ids),

    create: (actor: Actor, draft: NewQueue, tree: BotOptionDraft[] = []) =>
      saving(
        db.inCompany(actor.companyId, async (tx) => {
          const { queues: limit } = await companies.planOf(tx);
          if ((await queueStore.countLocked(tx)) >= limit) refuse('ERR_QUEUE_LIMIT_REACHED');
          await checkHoursText(tx, settings, draft.outOfHoursMessage ?? '');
          await knownFiles(tx, draft.fileListId);
          const queue = await queueStore.insert(tx, draft);
          await options.replace(tx, { queueId: queue.id, parentId: null }, tree);
          tx.emit({ is: 'queue.saved', queueId: queue.id, isNew: true });
          return withOptions(tx, queue);
        }),
      ),

    update: (actor: Actor, id: number, change: Partial<NewQueue>, tree?: BotOptionDraft[]) =>
      saving(
        db.inCompany(actor.companyId, async (tx) => {
          await knownFiles(tx, change.fileListId);
          const queue = found(await queueStore.update(tx, id, change), 'ERR_QUEUE_NOT_FOUND');
          await checkHoursText(tx, settings, queue.outOfHoursMessage);
          if (tree) await options.replace(tx, { queueId: id, parentId: null }, tree);
          tx.emit({ is: 'queue.saved', queueId: id, isNew: false });
          return withOptions(tx, queue);
        }),
      ),

    remove: (actor: Actor, id: number) =>
      db.inCompany(actor.companyId, async (tx) => {
        await patiently(tx);
        const queue = found(await queueStore.remove(tx, id), 'ERR_QUEUE_NOT_FOUND');
        await audit(tx, {
          userId: actor.userId,
          act: 'queue.removed',
          subject: `queue ${id}`,
          data: { name: queue.name },
        });
        tx.emit({ is: 'queue.removed', queueId: id });
      }),
  };
};
export type Queues = ReturnType<typeof createQueues>;

/** Whoever works by queue hours must be able to say that the queue is closed. */
async function checkHoursText(tx: Tx, settings: Settings, outOfHoursMessage: string) {
  if (outOfHoursMessage.trim() !== '') return;
  if ((await settings.one(tx, 'scheduleType')) === 'queue') {
    refuse('ERR_VALIDATION', { field: 'outOfHoursMessage', rule: 'required' });
  }
}

const saving = <T>(work: Promise<T>): Promise<T> =>
  work.catch((fault: unknown) => {
    const broken = brokenConstraint(fault);
    if (broken === 'queues_name') refuse('ERR_QUEUE_NAME_ALREADY_EXISTS', { field: 'name', rule: 'taken' });
    if (broken === 'queues_color') refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS', { field: 'color', rule: 'taken' });
    throw fault;
  });
