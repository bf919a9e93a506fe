import { HOUR_MS } from '@balcao/domain/kit/durations';
import type { Clock } from '../infrastructure/clock.ts';
import { inPortions } from '../infrastructure/db/portions.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { companiesWithEventsBefore, pruneEvents } from '../infrastructure/events/events.store.ts';
import type { JobHandlers, JobName } from '../infrastructure/jobs/catalogue.ts';
import { fileStore } from '../infrastructure/storage/files.store.ts';
import { removeUnreferenced } from '../infrastructure/storage/unreferenced-files.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { insightJobs } from './insight-jobs.ts';
import type { Modules } from './modules.ts';
import { outreachJobs } from './outreach-jobs.ts';

/** Event log retention: a client that was offline longer refetches everything. */
export const EVENTS_KEPT_MS = 24 * HOUR_MS;
/** Channels repeat webhooks for up to seven days. */
const INBOX_KEPT_MS = 8 * 24 * HOUR_MS;
/** A message may follow its own deletion after a long outage of the channel. */
const EARLY_CHANGES_KEPT_MS = 30 * 24 * HOUR_MS;
/** Channels may report on a sent message for this long. */
const SENT_KEPT_MS = 8 * 24 * HOUR_MS;
/** Idempotency keys are retained for 48 hours: callers retry within minutes, and a weekend outage is covered. */
const IDEMPOTENCY_KEYS_KEPT_MS = 48 * HOUR_MS;
/** Setting changes are retained for a year, because old texts must not be stored forever. */
const CHANGES_KEPT_MS = 365 * 24 * HOUR_MS;
/** Longer than an upload takes between storing the file and saving its row. */
const ORPHAN_AFTER_MS = HOUR_MS;

/** The handler of each job. A job without a handler does not compile. */
export const jobHandlers = (modules: Modules, deps: JobDeps): JobHandlers => ({
  ...otherJobs(modules, deps),
  ...outreachJobs(modules),
  ...insightJobs(modules),
});

interface JobDeps {
  db: Db;
  clock: Clock;
  storage: Storage;
  reseal(): Promise<void>;
}
/** The jobs of everything but outreach and insight, which have files of their own. */
const otherJobs = (
  {
    access,
    ai,
    billing,
    callContents,
    callWorker,
    flowCalls,
    ticketNumbers,
    ticketTimers,
    companies,
    contacts,
    contactPictures,
    fetchProfile,
    flowRuns,
    flowTimers,
    contactSpreadsheets,
    limits,
    messages,
    deliveryWorker,
    downloadWorker,
    historyImport,
    mails,
    receiving,
    idempotency,
    connectionHealth,
    metaSignIn,
    platformAdmin,
    privacy,
    push,
    paymentServices,
    removals,
    settingChanges,
    templates,
  }: Modules,
  { db, clock, storage, reseal }: JobDeps,
) =>
  ({
    'sealed-value.reseal': reseal,
    'presence.sweep': () => access.presence.sweep(),
    'outbox.sweep': () => deliveryWorker.sweep(),
    'inbox.sweep': () => receiving.sweep(),
    'media.sweep': () => downloadWorker.sweep(),
    'inactivity.sweep': () => ticketTimers.inactive(),
    'rating.sweep': () => ticketTimers.ratings(),
    'redirect.sweep': () => ticketTimers.redirects(),
    'rotation.sweep': () => ticketTimers.rotations(),
    'lane.sweep': () => ticketTimers.lanes(),
    'flow.sweep': () => flowTimers.sweep(),
    'flow-call.sweep': () => callWorker.sweep(),
    'flow-call.prune': async () => {
      for (const companyId of await companies.allIds()) {
        await ai.prune(companyId);
        await callContents.prune(companyId);
        await flowCalls.prune(companyId);
      }
    },
    'flow-step.count': () => flowRuns.count(),
    'flow-run.prune': async () => {
      for (const companyId of await companies.allIds()) await flowRuns.prune(companyId);
    },
    'number-health.sweep': () => connectionHealth.sweep(),
    'history.sweep': () => historyImport.sweep(),
    'history-import.check': (data) => historyImport.check(data),
    'contact-picture.fetch': (data) => contactPictures.fetch(data),
    'contact-profile.fetch': (data) => fetchProfile(data),
    'template.sync': (data) => templates.runSync(data),
    'push.send': (data) => push.send(data),
    'person-export.run': (data) => privacy.runExport(data),
    'person.erase': (data) => privacy.runErasure(data),
    'person.sweep': async () => {
      for (const companyId of await companies.allIds()) {
        await privacy.sweep(companyId);
        await metaSignIn.prune(companyId);
      }
    },
    'charge.check': () => paymentServices.reconciliation.checkDue(),
    'charge.cancel': (data) => paymentServices.charges.cancel(data),
    'payment-statement.fetch': () => paymentServices.reconciliation.fetchStatements(),
    'ticket-number.backfill': () => ticketNumbers.backfill(),
    'removal.run': (data) => removals.run(data),
    'removal.sweep': () => removals.sweep(),
    'number-correction.run': (data) => contacts.runCorrection(data),
    'contact-import.run': async (data) => contactSpreadsheets.startImport(data),
    'contact-export.run': async (data) => contactSpreadsheets.startExport(data),
    'contact-import.check': (data) => contactSpreadsheets.check(data),
    'contact-sheet.sweep': () => contactSpreadsheets.sweep(),
    'invoice.issue': async () => {
      await billing.issuing.issueAll();
      await billing.issuing.deactivateOverdue();
    },
    'invoice.renew': ({ companyId }) => billing.refit(companyId),
    'reminder.send': () => billing.reminders.sendAll(),
    'reset-code.send': (data) => access.passwordReset.send(data),
    'invitation.prune': async () => {
      for (const companyId of await companies.allIds()) {
        await access.invitations.prune(companyId);
        await access.passwordReset.prune(companyId);
      }
    },
    'mail.send': () => mails.send(),
    'mail.prune': () => mails.prune(),
    'outbox.prune': async () => {
      const before = new Date(+clock.now() - SENT_KEPT_MS);
      for (const companyId of await companies.allIds()) {
        await deliveryWorker.prune(companyId, before);
        await connectionHealth.prune(companyId);
      }
    },
    'idempotency.prune': () => idempotency.prune(new Date(+clock.now() - IDEMPOTENCY_KEYS_KEPT_MS)),
    'inbox.prune': async () => {
      await paymentServices.inbox.prune();
      await receiving.pruneSeen(new Date(+clock.now() - INBOX_KEPT_MS));
      for (const companyId of await companies.allIds())
        await messages.pruneEarlyChanges(companyId, new Date(+clock.now() - EARLY_CHANGES_KEPT_MS));
    },
    'session.prune': () => access.sessions.prune(),
    'rate-limit.prune': async () => {
      await limits.prune(clock.now());
    },
    'usage.count': () => platformAdmin.usage.countAll(),
    'company.purge': () => platformAdmin.deletion.purgeDue(),
    'setting-change.prune': async () => {
      const before = new Date(+clock.now() - CHANGES_KEPT_MS);
      for (const companyId of await companies.allIds()) await settingChanges.prune(companyId, before);
    },
    'event-log.prune': async () => {
      const before = new Date(+clock.now() - EVENTS_KEPT_MS);
      for (const companyId of await db.onPlatform((tx) => companiesWithEventsBefore(tx, before))) {
        await inPortions((limit) => db.inCompany(companyId, (tx) => pruneEvents(tx, before, limit)));
      }
    },
    'file.sweep': async () => {
      for (const companyId of await companies.allIds()) await removeUnreferenced(db, storage, companyId);
      await storage.sweep(async (keys) => {
        const byCompany = Map.groupBy(keys, (key) => Number(key.split('/', 1)[0]));
        const existing = new Set<string>();
        for (const [companyId, own] of byCompany) {
          for (const key of await db.readCompany(companyId, (tx) => fileStore.existingKeys(tx, own))) existing.add(key);
        }
        return existing;
      }, ORPHAN_AFTER_MS);
    },
  }) satisfies Partial<JobHandlers>;

/** What reaches customers or other services by itself. After a restore it waits until a person lets messages go. */
const SENDING_JOBS: JobName[] = [
  'outbox.sweep',
  'schedule.sweep',
  'campaign.sweep',
  'flow.sweep',
  'flow-call.sweep',
  'inactivity.sweep',
  'rating.sweep',
  'redirect.sweep',
  'rotation.sweep',
  'mail.send',
  'reminder.send',
  'invoice.issue',
  'push.send',
  'team-chat-push.send',
];

export function heldUntil(isSending: () => boolean, handlers: JobHandlers): JobHandlers {
  const held = SENDING_JOBS.map((name) => [
    name,
    async (data: never) => {
      if (isSending()) await (handlers[name] as (data: never) => Promise<void>)(data);
    },
  ]);
  return { ...handlers, ...Object.fromEntries(held) } as JobHandlers;
}
