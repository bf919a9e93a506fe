import type { Clock } from '../foundation/clock.ts';
import type { Db } from '../foundation/db/tx.ts';
import { companiesWithEventsBefore, pruneEvents } from '../foundation/events/events.store.ts';
import type { JobHandlers } from '../foundation/jobs/catalogue.ts';
import { fileStore } from '../foundation/storage/files.store.ts';
import type { Storage } from '../foundation/storage/storage.ts';
import type { Modules } from './modules.ts';

const HOUR_MS = 3_600_000;
/** Whoever was away longer fetches everything again. */
export const EVENTS_KEPT_MS = 24 * HOUR_MS;
/** Channels repeat themselves for seven days. */
const DELIVERIES_KEPT_MS = 8 * 24 * HOUR_MS;
/** As long as a channel may still tell something about a send of ours. */
const SENT_KEPT_MS = 8 * 24 * HOUR_MS;
/** Callers repeat a wish within minutes; two days forgive a weekend's outage. */
const WISHES_KEPT_MS = 48 * HOUR_MS;
/** Who decided what is asked for within a year; the words of old texts need not lie around for ever. */
const CHANGES_KEPT_MS = 365 * 24 * HOUR_MS;
/** Longer than any upload takes from its bytes to its row. */
const ORPHAN_AFTER_MS = HOUR_MS;

/** Who does each job. A job without a handler does not compile. */
export const jobHandlers = (
  {
    access,
    clockwork,
    companies,
    contactPictures,
    introduce,
    contactSheets,
    limits,
    delivery,
    fetching,
    history,
    inbound,
    idempotency,
    numberHealth,
    pageLinking,
    privacy,
    push,
    settingChanges,
    templates,
  }: Modules,
  { db, clock, storage }: { db: Db; clock: Clock; storage: Storage },
): JobHandlers => ({
  'presence.sweep': () => access.presence.sweep(),
  'outbox.sweep': () => delivery.sweep(),
  'inbox.sweep': () => inbound.sweep(),
  'media.sweep': () => fetching.sweep(),
  'inactivity.sweep': () => clockwork.inactive(),
  'rating.sweep': () => clockwork.ratings(),
  'redirect.sweep': () => clockwork.redirects(),
  'rotation.sweep': () => clockwork.rotations(),
  'lane.sweep': () => clockwork.lanes(),
  'number-health.sweep': () => numberHealth.sweep(),
  'history.sweep': () => history.sweep(),
  'history.look': (wanted) => history.look(wanted),
  'contact-picture.fetch': (wanted) => contactPictures.fetch(wanted),
  'contact.introduce': (wanted) => introduce(wanted),
  'template.sync': (wanted) => templates.syncSoon(wanted),
  'push.send': (wanted) => push.send(wanted),
  'person.copy': (wanted) => privacy.copy(wanted),
  'person.erase': (wanted) => privacy.eraseNow(wanted),
  'person.sweep': async () => {
    for (const companyId of await companies.allIds()) {
      await privacy.sweep(companyId);
      await pageLinking.prune(companyId);
    }
  },
  'contact-import.run': async (wanted) => contactSheets.begin(wanted),
  'contact-export.run': async (wanted) => contactSheets.beginExport(wanted),
  'contact-import.check': (wanted) => contactSheets.check(wanted),
  'contact-sheet.sweep': () => contactSheets.sweep(),
  'outbox.prune': async () => {
    const before = new Date(+clock.now() - SENT_KEPT_MS);
    for (const companyId of await companies.allIds()) {
      await delivery.prune(companyId, before);
      await numberHealth.prune(companyId);
    }
  },
  'idempotency.prune': () => idempotency.prune(new Date(+clock.now() - WISHES_KEPT_MS)),
  'delivery.forget': async () => {
    const before = new Date(+clock.now() - DELIVERIES_KEPT_MS);
    await inbound.forget(before);
    for (const companyId of await companies.allIds()) await inbound.forgetSetAside(companyId, before);
  },
  'session.prune': () => access.sessions.prune(),
  'rate-limit.prune': async () => {
    await limits.prune(clock.now());
  },
  'setting-change.prune': async () => {
    const before = new Date(+clock.now() - CHANGES_KEPT_MS);
    for (const companyId of await companies.allIds()) await settingChanges.prune(companyId, before);
  },
  'event-log.prune': async () => {
    const before = new Date(+clock.now() - EVENTS_KEPT_MS);
    for (const companyId of await db.onPlatform((tx) => companiesWithEventsBefore(tx, before))) {
      await db.inCompany(companyId, (tx) => pruneEvents(tx, before));
    }
  },
  'file.sweep': async () => {
    await storage.sweep(async (keys) => {
      const byCompany = Map.groupBy(keys, (key) => Number(key.split('/', 1)[0]));
      const known = new Set<string>();
      for (const [companyId, own] of byCompany) {
        for (const key of await db.readCompany(companyId, (tx) => fileStore.known(tx, own))) known.add(key);
      }
      return known;
    }, ORPHAN_AFTER_MS);
  },
});
