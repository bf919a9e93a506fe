/** Texts of the platform's owner for all companies. They and their pictures are stored with the owner's company. */
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Clock } from '../../infrastructure/clock.ts';
import type { AnnouncementRow } from '../../infrastructure/db/schema/announcements.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import type { Upload } from '../../infrastructure/http/handle.ts';
import type { Limits } from '../../infrastructure/limits/limits.ts';
import { sanitizeFileName } from '../../infrastructure/storage/file-name.ts';
import { fileStore } from '../../infrastructure/storage/files.store.ts';
import type { Storage } from '../../infrastructure/storage/storage.ts';
import { toAnnouncementPicture } from './announcement-picture.ts';
import { announcementRecords, type AnnouncementFields, type AnnouncementMedia } from './announcement-records.store.ts';
import { announcementStore, type ReadAnnouncement } from './announcements.store.ts';

interface Deps {
  db: Db;
  clock: Clock;
  storage: Storage;
  limits: Limits;
}
type AnnouncementView = 'all' | 'active' | 'inactive' | 'shown';
export interface CountedAnnouncement extends ReadAnnouncement {
  readers?: { users: number; companies: number; ofCompanies: number };
}
const KIND = 'announcements';

export function createAnnouncements({ db, clock, storage, limits }: Deps) {
  const readerOf = (actor: Actor, all = can(actor, 'announcement.manage')) => ({
    userId: actor.userId,
    at: clock.now(),
    all,
  });
  const lock = async (tx: Tx, id: number) =>
    assertFound(await announcementRecords.lock(tx, id), 'ERR_NO_ANNOUNCEMENT_FOUND');
  const get = async (actor: Actor, id: number): Promise<CountedAnnouncement> =>
    db.readCompany(actor.companyId, async (tx) => {
      const row = assertFound(await announcementStore.byId(tx, readerOf(actor), id), 'ERR_NO_ANNOUNCEMENT_FOUND');
      return (await counted(tx, actor, [row]))[0]!;
    });

  /** Adds how many have read each of them, for users who manage announcements. */
  async function counted(tx: Tx, actor: Actor, rows: ReadAnnouncement[]): Promise<CountedAnnouncement[]> {
    if (!can(actor, 'announcement.manage') || rows.length === 0) return rows;
    const ids = rows.map(({ id }) => id);
    const [counts, ofCompanies] = await Promise.all([
      announcementStore.readers(tx, ids),
      announcementStore.activeCompanies(tx),
    ]);
    return rows.map((row) => {
      const { users = 0, companies = 0 } = counts.find(({ announcementId }) => announcementId === row.id) ?? {};
      return { ...row, readers: { users, companies, ofCompanies } };
    });
  }

  type Change = 'created' | 'changed' | 'removed';
  const record = (tx: Tx, actor: Actor, { id, title }: Pick<AnnouncementRow, 'id' | 'title'>, change: Change) =>
    audit(tx, {
      userId: actor.userId,
      action: `announcement.${change}`,
      subject: `announcement ${id}`,
      data: { title },
    });
  /** Rows, file, event and audit entry are committed together, in the owner's company. */
  const onPlatform = <T>(work: (tx: Tx) => Promise<T>) => db.inCompany(OWNER_COMPANY_ID, work);
  const saved = (tx: Tx, announcementId: number, isNew: boolean) =>
    tx.emit({ type: 'announcement.saved', announcementId, isNew });

  /** Returns the key of the replaced file, whose bytes are deleted after the commit. */
  async function setMedia(tx: Tx, actor: Actor, id: number, media: AnnouncementMedia): Promise<string | null> {
    const before = await lock(tx, id);
    await announcementRecords.update(tx, id, media);
    if (before.mediaKey !== null) await fileStore.remove(tx, before.mediaKey);
    await record(tx, actor, before, 'changed');
    saved(tx, id, false);
    return before.mediaKey;
  }
  const removeFromStorage = async (key: string | null) => void (key !== null && (await storage.remove(key)));

  return {
    list: (actor: Actor, { search, page, view }: { search: string; page: number; view: AnnouncementView }) =>
      db.readCompany(actor.companyId, async (tx) => {
        const isShown = view === 'shown';
        const reader = isShown ? readerOf(actor, false) : readerOf(actor);
        const isActive = view === 'active' ? true : view === 'inactive' ? false : null;
        const { rows, ...rest } = await announcementStore.page(tx, reader, { search, page, isActive });
        return { ...rest, rows: isShown ? rows : await counted(tx, actor, rows) };
      }),
    get,
    /** Whether users see it now; undefined for a removed one. For socket messages. */
    findShown: (id: number) =>
      db.readCompany(OWNER_COMPANY_ID, (tx) =>
        announcementStore.byId(tx, { userId: 0, at: clock.now(), all: false }, id),
      ),

    async create(actor: Actor, fields: AnnouncementFields) {
      const id = await onPlatform(async (tx) => {
        const created = await announcementRecords.insert(tx, fields);
        await record(tx, actor, { id: created, title: fields.title }, 'created');
        saved(tx, created, true);
        return created;
      });
      return get(actor, id);
    },

    async update(actor: Actor, id: number, change: Partial<AnnouncementFields>) {
      await onPlatform(async (tx) => {
        const before = await lock(tx, id);
        const { startsAt, endsAt } = { ...before, ...change };
        if (startsAt && endsAt && startsAt >= endsAt) refuse('ERR_VALIDATION', { field: 'endsAt', rule: 'tooSmall' });
        await announcementRecords.update(tx, id, change);
        await record(tx, actor, { id, title: change.title ?? before.title }, 'changed');
        saved(tx, id, false);
      });
      return get(actor, id);
    },

    async remove(actor: Actor, id: number) {
      const key = await onPlatform(async (tx) => {
        const before = await lock(tx, id);
        await announcementRecords.remove(tx, id);
        if (before.mediaKey !== null) await fileStore.remove(tx, before.mediaKey);
        await record(tx, actor, before, 'removed');
        tx.emit({ type: 'announcement.removed', announcementId: id });
        return before.mediaKey;
      });
      await removeFromStorage(key);
    },

    async attach(actor: Actor, id: number, file: Upload) {
      await limits.use({ limit: 'upload of a user', of: `${actor.companyId} ${actor.userId}` });
      // Checked before anything is stored: a refused upload leaves no orphan file.
      await get(actor, id);
      const picture = await toAnnouncementPicture(file.bytes);
      const stored = await storage.put(picture.data, { companyId: OWNER_COMPANY_ID, kind: KIND });
      const mediaName = sanitizeFileName(file.fileName);
      const before = await onPlatform(async (tx) => {
        await fileStore.insert(tx, {
          ...stored,
          purpose: KIND,
          mime: picture.mime,
          name: mediaName,
          createdBy: null,
        });
        return setMedia(tx, actor, id, { mediaKey: stored.key, mediaName });
      });
      await removeFromStorage(before);
    },
    detach: async (actor: Actor, id: number) =>
      removeFromStorage(await onPlatform((tx) => setMedia(tx, actor, id, { mediaKey: null, mediaName: '' }))),

    /** Reading again changes nothing. */
    async read(actor: Actor, id: number) {
      const reader = readerOf(actor, false);
      await db.inCompany(actor.companyId, async (tx) => {
        assertFound(await announcementStore.byId(tx, reader, id), 'ERR_NO_ANNOUNCEMENT_FOUND');
        await announcementStore.read(tx, reader, id);
      });
    },
    readAll: async (actor: Actor) =>
      void (await db.inCompany(actor.companyId, (tx) => announcementStore.read(tx, readerOf(actor, false), null))),
  };
}
export type Announcements = ReturnType<typeof createAnnouncements>;
