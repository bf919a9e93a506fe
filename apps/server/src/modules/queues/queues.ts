import type { BotOptionDraft } from '@balcao/contract/endpoints/queues';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { NewQueue, QueueRow } from '../../infrastructure/db/schema/queues.ts';
import { brokenConstraint, type Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import type { Companies } from '../companies/index.ts';
import type { Removals } from '../removals/index.ts';
import type { Settings } from '../settings/index.ts';
import { createOptions, type OptionDeps } from './options.ts';
import { queueStore } from './queues.store.ts';

interface Targets {
  integrationId?: number | null | undefined;
  fileListId?: number | null | undefined;
  flowId?: number | null | undefined;
}
interface Draft extends Targets {
  chatbots?: BotOptionDraft[] | undefined;
}
export interface QueueDeps extends OptionDeps {
  /** Puts a user into a queue. */
  addUser(tx: Tx, userId: number, queueId: number): Promise<void>;
  companies: Companies;
  settings: Settings;
  removals: Removals;
}

/** The queues of a company: where tickets wait and which agents read them. */
export const createQueues = ({ db, companies, settings, removals, addUser, ...optionDeps }: QueueDeps) => {
  const options = createOptions({ db, ...optionDeps });
  const withOptions = async (tx: Tx, queue: QueueRow) => ({
    ...queue,
    options: await options.ofQueue(tx, queue.id),
  });
  async function checkFileList(tx: Tx, id: number | null | undefined) {
    if (id && !(await optionDeps.fileListExists(tx, id)))
      refuse('ERR_VALIDATION', { field: 'fileListId', rule: 'unknown' });
  }
  async function checkFlow(tx: Tx, id: number | null | undefined) {
    if (id && !(await optionDeps.flowExists(tx, id))) refuse('ERR_VALIDATION', { field: 'flowId', rule: 'unknown' });
  }
  async function checkIntegration(tx: Tx, id: number | null | undefined) {
    if (id && !(await optionDeps.integrationExists(tx, id)))
      refuse('ERR_VALIDATION', { field: 'integrationId', rule: 'unknown' });
  }
  /** What the queue leads to belongs to the company. */
  async function checkTargets(tx: Tx, { fileListId, flowId, integrationId }: Targets) {
    await checkFileList(tx, fileListId);
    await checkFlow(tx, flowId);
    await checkIntegration(tx, integrationId);
  }
  return {
    options,
    list: (actor: Actor) => db.readCompany(actor.companyId, (tx) => queueStore.list(tx)),

    find: (companyId: number, id: number) => db.readCompany(companyId, (tx) => queueStore.byId(tx, id)),

    findWithOptions: (companyId: number, id: number) =>
      db.readCompany(companyId, async (tx) => {
        const queue = await queueStore.byId(tx, id);
        return queue && withOptions(tx, queue);
      }),
    /** Validates the references of an unsaved queue. */
    async checkDraft(tx: Tx, draft: Draft, existingOptionIds: ReadonlySet<number>) {
      await checkTargets(tx, draft);
      await options.checkTree(tx, draft.chatbots ?? [], existingOptionIds);
    },
    /** Run in the caller's transaction. */
    inTx: { load: (tx: Tx) => queueStore.list(tx) },
    /** Which of these ids are queues of the company. */
    existingIds: (tx: Tx, ids: number[]) => queueStore.existingIds(tx, ids),

    create: (actor: Actor, draft: NewQueue, tree: BotOptionDraft[] = []) =>
      refuseDuplicates(
        db.inCompany(actor.companyId, async (tx) => {
          const { queues: limit } = await companies.planOf(tx);
          if ((await queueStore.countLocked(tx)) >= limit) refuse('ERR_QUEUE_LIMIT_REACHED');
          await checkHoursText(tx, settings, draft.outOfHoursMessage ?? '');
          await checkTargets(tx, draft);
          const queue = await queueStore.insert(tx, draft);
          await options.replace(tx, { queueId: queue.id, parentId: null }, tree);
          // Otherwise its first customers would wait where the author does not see them.
          if (!actor.support) await addUser(tx, actor.userId, queue.id);
          tx.emit({ type: 'queue.saved', queueId: queue.id, isNew: true });
          return withOptions(tx, queue);
        }),
      ),

    update: (actor: Actor, id: number, change: Partial<NewQueue>, tree?: BotOptionDraft[]) =>
      refuseDuplicates(
        db.inCompany(actor.companyId, async (tx) => {
          await checkTargets(tx, change);
          const queue = assertFound(await queueStore.update(tx, id, change), 'ERR_QUEUE_NOT_FOUND');
          await checkHoursText(tx, settings, queue.outOfHoursMessage);
          if (tree) await options.replace(tx, { queueId: id, parentId: null }, tree);
          tx.emit({ type: 'queue.saved', queueId: id, isNew: false });
          return withOptions(tx, queue);
        }),
      ),

    /** Hides the queue at once; its tickets leave it in portions, live ones first. */
    async remove(actor: Actor, id: number) {
      const removalId = await db.inCompany(actor.companyId, async (tx) => {
        const queue = assertFound(await queueStore.lock(tx, id), 'ERR_QUEUE_NOT_FOUND');
        await audit(tx, {
          userId: actor.userId,
          action: 'queue.removed',
          subject: `queue ${id}`,
          data: { name: queue.name },
        });
        tx.emit({ type: 'queue.removed', queueId: id });
        return removals.inTx.start(tx, actor, { kind: 'queue', ids: [id], name: queue.name });
      });
      await removals.workInline(actor.companyId, removalId);
    },
  };
};
export type Queues = ReturnType<typeof createQueues>;

/** With business hours per queue, every queue needs an out-of-hours message. */
async function checkHoursText(tx: Tx, settings: Settings, outOfHoursMessage: string) {
  if (outOfHoursMessage.trim() !== '') return;
  if ((await settings.get(tx, 'scheduleType')) === 'queue') {
    refuse('ERR_VALIDATION', { field: 'outOfHoursMessage', rule: 'required' });
  }
}

const refuseDuplicates = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const broken = brokenConstraint(error);
    if (broken === 'queues_name') refuse('ERR_QUEUE_NAME_ALREADY_EXISTS', { field: 'name', rule: 'taken' });
    if (broken === 'queues_color') refuse('ERR_QUEUE_COLOR_ALREADY_EXISTS', { field: 'color', rule: 'taken' });
    throw error;
  });
