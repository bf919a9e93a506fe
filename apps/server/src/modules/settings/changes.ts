import type { CompanyHours } from '@balcao/contract/endpoints/companies';
import type { Actor } from '@balcao/domain/policy/actor';
import { can } from '@balcao/domain/policy/policy';
import {
  companySettings,
  isMissing,
  parseSetting,
  settingsClosedToSupport,
  type CompanySetting,
  type SettingValue,
} from '@balcao/domain/settings/company-settings';
import { isDeepStrictEqual } from 'node:util';
import { audit } from '../../infrastructure/audit/audit.store.ts';
import type { Db, Tx } from '../../infrastructure/db/tx.ts';
import { assertFound, refuse } from '../../infrastructure/app-error.ts';
import { changeRecords } from './change-records.store.ts';
import { changeStore, type ChangeRow } from './changes.store.ts';
import type { CompanySettingValues, Settings } from './settings.ts';

type Hours = Pick<CompanyHours, 'schedules' | 'timeZone'>;
/** Business hours, which are stored with the company. */
export interface BusinessHoursStore {
  /** Locks the company until the transaction ends, so that its setting changes are serialized. */
  lock(tx: Tx): Promise<Hours | undefined>;
  saveHours(tx: Tx, change: Partial<Hours>): Promise<void>;
}
type Key = CompanySetting | keyof Hours;
interface Step {
  key: Key;
  before: unknown;
  after: unknown;
  undoes: number | null;
}

/** History of setting changes with author and previous value. A change can be undone until the next change of its key. */
export function createChanges({ db, settings, company }: { db: Db; settings: Settings; company: BusinessHoursStore }) {
  const locked = async (tx: Tx) => assertFound(await company.lock(tx), 'ERR_NO_COMPANY_FOUND');

  /** Adds one history entry per change; continued edits of a text extend it. Returns null when the text is back to its start. */
  async function recordChange(tx: Tx, actor: Actor, { key, before, after, undoes }: Step): Promise<number | null> {
    // The platform owner is not a user of this company, nor is a super user in support access.
    const userId = actor.companyId === tx.companyId && !actor.support ? actor.userId : null;
    await audit(tx, { userId: actor.userId, action: 'setting.changed', subject: key, data: { before, after } });
    const isText = isSetting(key) && companySettings[key].kind === 'text';
    const openChange =
      isText && undoes === null && userId !== null ? await changeStore.findOpenChange(tx, key, userId) : undefined;
    if (!openChange) return changeRecords.insert(tx, { key, before, after, userId, undoes });
    if (isDeepStrictEqual(openChange.before, after)) {
      await changeRecords.drop(tx, openChange.id);
      return null;
    }
    await changeRecords.extend(tx, openChange.id, after);
    return openChange.id;
  }

  async function saveSetting(tx: Tx, actor: Actor, name: CompanySetting, value: SettingValue) {
    if (actor.support && settingsClosedToSupport.has(name)) refuse('ERR_SUPPORT_REFUSED');
    await settings.save(tx, name, value, actor.userId);
    tx.emit({ type: 'setting.saved', key: name });
  }

  const saveHours = <K extends keyof Hours>(actor: Actor, companyId: number, key: K, value: Hours[K]) =>
    db.inCompany(ownOrSuper(actor, companyId), async (tx) => {
      const before = (await locked(tx))[key];
      if (isDeepStrictEqual(before, value)) return null;
      await company.saveHours(tx, { [key]: value });
      return recordChange(tx, actor, { key, before, after: value, undoes: null });
    });

  return {
    save: (actor: Actor, name: CompanySetting, input: unknown) =>
      db.inCompany(actor.companyId, async (tx) => {
        const value = parseSetting(name, input) ?? refuse('ERR_VALIDATION', { field: 'data', rule: 'invalid' });
        await locked(tx);
        const values = await settings.all(tx);
        const before = values[name];
        if (before === value) return { value, changeId: null };
        if (isMissing(name, value, values)) refuse('ERR_VALIDATION', { field: 'data', rule: 'required' });
        await saveSetting(tx, actor, name, value);
        return { value, changeId: await recordChange(tx, actor, { key: name, before, after: value, undoes: null }) };
      }),

    prune: (companyId: number, before: Date) => db.inCompany(companyId, (tx) => changeRecords.prune(tx, before)),

    saveSchedules: (actor: Actor, companyId: number, schedules: Hours['schedules']) =>
      saveHours(actor, companyId, 'schedules', schedules),
    saveTimeZone: (actor: Actor, companyId: number, timeZone: string) =>
      saveHours(actor, companyId, 'timeZone', timeZone),

    list: (actor: Actor, before?: number) => db.readCompany(actor.companyId, (tx) => changeStore.page(tx, before)),

    undo: (actor: Actor, id: number): Promise<ChangeRow> =>
      db.inCompany(actor.companyId, async (tx) => {
        const hours = await locked(tx);
        const values = await settings.all(tx);
        const change = assertFound(await changeStore.byId(tx, id), 'ERR_NO_SETTING_CHANGE_FOUND');
        const { key, before, after } = change as ChangeRow & { key: Key };
        if (!change.isNewest || !isDeepStrictEqual(valueOf(key, values, hours), after)) refuse('ERR_SETTING_OVERTAKEN');
        if (isSetting(key)) {
          const value = parseSetting(key, before) ?? refuse('ERR_SETTING_OVERTAKEN');
          if (isMissing(key, value, values)) refuse('ERR_SETTING_TEXT_NEEDED');
          await saveSetting(tx, actor, key, value);
        } else {
          await company.saveHours(tx, { [key]: before });
        }
        const newId = await recordChange(tx, actor, { key, before: after, after: before, undoes: id });
        return assertFound(await changeStore.byId(tx, newId!), 'ERR_NO_SETTING_CHANGE_FOUND');
      }),
  };
}
export type Changes = ReturnType<typeof createChanges>;

const isSetting = (key: string): key is CompanySetting => Object.hasOwn(companySettings, key);
const valueOf = (key: Key, values: CompanySettingValues, hours: Hours): unknown =>
  isSetting(key) ? values[key] : hours[key];

function ownOrSuper(actor: Actor, companyId: number): number {
  if (!can(actor, 'company.read', { companyId })) refuse('ERR_NO_COMPANY_FOUND');
  return companyId;
}
