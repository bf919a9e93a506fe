import { endpoints } from '@balcao/contract';
import type { SettingChange } from '@balcao/contract/endpoints/settings';
import { OWNER_COMPANY_ID } from '@balcao/domain/billing/subscription';
import { can } from '@balcao/domain/policy/policy';
import { platformSettingNames, SIGN_UP_UNDECIDED } from '@balcao/domain/settings/platform-settings';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Changes } from './changes.ts';
import type { ChangeRow } from './changes.store.ts';
import type { Settings, VisiblePlatformSetting } from './settings.ts';

const FIRST_PLATFORM_ROW = 1000;

/** Rows of this wire have numbers; a setting's number is its place in the catalogue. */
const platformRow = ({ key, value }: VisiblePlatformSetting) => ({
  id: FIRST_PLATFORM_ROW + platformSettingNames.indexOf(key),
  key,
  value,
  companyId: OWNER_COMPANY_ID,
});

const presentChange = (row: ChangeRow): SettingChange => ({
  id: row.id,
  key: row.key as SettingChange['key'],
  from: row.before as SettingChange['from'],
  to: row.after as SettingChange['to'],
  at: row.at.toISOString(),
  user: row.userId === null ? null : { id: row.userId, name: row.userName ?? '' },
  undoes: row.undoes,
  canUndo: row.isNewest,
});

export const settingRoutes = (settings: Settings, changes: Changes, version: string) =>
  handle('settings', endpoints.settings, {
    version: async () => ({ version }),
    company: ({ actor }) => settings.ofCompany(actor),
    companyOne: async ({ actor, query }) => ({
      [query.column]: await settings.getForCompany(actor.companyId, query.column),
    }),
    payment: async ({ query }) => {
      const configured = await settings.payment();
      const { column } = query;
      return column === undefined ? configured : { [column]: Object.hasOwn(configured, column) && configured[column]! };
    },
    saveCompany: async ({ actor, body }) => {
      const { value, changeId } = await changes.save(actor, body.column, body.data);
      return { response: true as const, result: { [body.column]: value }, changeId };
    },
    changes: async ({ actor, query }) => {
      const { rows, hasMore } = await changes.list(actor, query.before);
      return { changes: rows.map(presentChange), hasMore };
    },
    undo: async ({ actor, params }) => presentChange(await changes.undo(actor, params.id)),
    list: async ({ actor }) => {
      const own = Object.entries(await settings.ofCompany(actor)).map(([key, value], i) => ({
        id: i + 1,
        key,
        value,
        companyId: actor.companyId,
      }));
      return can(actor, 'platform-settings.manage')
        ? [...own, ...(await settings.allPlatform()).map(platformRow)]
        : own;
    },
    shown: async ({ params }) => {
      const row = (await settings.visible()).find((setting) => setting.key === params.key);
      if (row && row.value !== null) return platformRow(row);
      // The wire's answer for what is not set is a bare word; nobody may take it for a permission.
      return params.key === 'userCreation' ? SIGN_UP_UNDECIDED : 'enabled';
    },
    savePlatform: async ({ actor, params, body }) => {
      await settings.savePlatform(actor, params.key, body.value);
      return platformRow((await settings.allPlatform()).find((setting) => setting.key === params.key)!);
    },
    public: async ({ params }) => {
      if (params.key === 'allowSignup') return settings.signUp();
      const row = (await settings.public()).find((setting) => setting.key === params.key);
      return typeof row?.value === 'string' ? row.value : null;
    },
  });
