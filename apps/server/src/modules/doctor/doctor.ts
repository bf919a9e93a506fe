import { checkIds, stateOf, worstOf, type CheckId, type CheckState } from '@balcao/domain/doctor/checks';
import type { Actor } from '@balcao/domain/policy/actor';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import { requestBackup } from '../../infrastructure/backup/backup-requests.store.ts';
import { outboxCounts } from '../../infrastructure/metrics/work.store.ts';
import { movedCompanies } from '../../infrastructure/snapshot/moved-companies.store.ts';
import { createDiskHistory } from './disk-history.ts';
import { doctorStore } from './doctor.store.ts';
import { inTime, measuresOf, type DoctorDeps } from './measures.ts';

export interface Check {
  id: CheckId;
  state: CheckState;
  value: number | null;
  since: Date;
}
const FRESH_MS = 30_000;

/** Measures everything that an operator must know about. Contains numbers only, nothing of any company. */
export function createDoctor(deps: DoctorDeps) {
  const { db, clock, restored, dataDir, backupDir } = deps;
  const disks = createDiskHistory(deps, backupDir === undefined ? [dataDir] : [dataDir, backupDir]);
  const previous = new Map<CheckId, Check>();
  let last: { at: Date; checks: Check[] } | undefined;
  let running: Promise<NonNullable<typeof last>> | undefined;

  async function measureAll(): Promise<NonNullable<typeof last>> {
    const measures = await measuresOf(deps, disks);
    const checks = await Promise.all(
      checkIds.map(async (id): Promise<Check[]> => {
        const value = await inTime(Promise.resolve().then(measures[id])).catch(() => null);
        if (value === undefined) return [];
        const state = stateOf(id, value);
        const before = previous.get(id);
        const check = { id, state, value, since: before?.state === state ? before.since : clock.now() };
        previous.set(id, check);
        return [check];
      }),
    );
    return { at: clock.now(), checks: checks.flat() };
  }

  /** Two requests at the same time share one run. */
  function run(): Promise<NonNullable<typeof last>> {
    running ??= measureAll()
      .then((result) => (last = result))
      .finally(() => (running = undefined));
    return running;
  }

  async function report({ isNow = false } = {}) {
    const { at, checks } = !isNow && last && +clock.now() - +last.at < FRESH_MS ? last : await run();
    const facts = await doctorStore.facts(db, deps.extensions);
    const restoredServer = await restored.read();
    return {
      at,
      checks,
      state: worstOf(checks.map(({ state }) => state)),
      backups: {
        isConfigured: deps.archiveDir !== undefined,
        isEncrypted: deps.isBackupEncrypted,
        runs: await doctorStore.backups(db),
        drill: await doctorStore.drill(db),
      },
      queues: await doctorStore.jobQueues(db),
      nodes: await doctorStore.nodes(db),
      versions: { product: deps.version, schema: facts.migration, database: facts.version },
      moved: await movedCompanies.list(db),
      restored: restoredServer && { ...restoredServer, waiting: (await outboxCounts(db))['queued'] ?? 0 },
    };
  }

  const audited = (
    actor: Actor,
    action: 'restored.confirmed' | 'restored.sending-continued' | 'backup.requested',
    subject = 'server',
  ) => db.inCompany(actor.companyId, (tx) => audit(tx, { userId: actor.userId, action, subject }));

  /** What a company that was moved in does by itself begins. False if it was not waiting. The user is of another company. */
  const continueCompany = (companyId: number): Promise<boolean> =>
    db.inCompany(companyId, async (tx) => {
      if (!(await movedCompanies.release(tx))) return false;
      await audit(tx, { userId: null, action: 'restored.sending-continued', subject: 'company' });
      return true;
    });

  return {
    report,
    /** Records the free space, from which the forecast is calculated, and since when the old secret is set. */
    startRecords(onError: (error: unknown) => void): { stop(): void } {
      if (deps.oldSecretKey !== undefined) void deps.noteSetting(deps.oldSecretKey).catch(onError);
      return disks.start(onError);
    },
    async requestBackup(actor: Actor): Promise<void> {
      // The screen offers it only where backups are configured.
      if (deps.archiveDir === undefined) return;
      await requestBackup(db);
      await audited(actor, 'backup.requested');
    },
    async confirmRestored(actor: Actor): Promise<void> {
      if ((await restored.read())?.mode !== 'passive') return;
      await audited(actor, 'restored.confirmed');
      await restored.confirm(`user ${actor.userId} of company ${actor.companyId}`);
    },
    continueCompany,
    /** Nothing happens if the company does not wait. */
    async confirmMove(actor: Actor, companyId: number): Promise<void> {
      if (await continueCompany(companyId)) await audited(actor, 'restored.sending-continued', `company ${companyId}`);
    },
    async continueSending(actor: Actor): Promise<void> {
      if ((await restored.read())?.mode !== 'receiving') return;
      await audited(actor, 'restored.sending-continued');
      await restored.continueSending();
    },
  };
}
export type Doctor = ReturnType<typeof createDoctor>;
