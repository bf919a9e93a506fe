import { endpoints } from '@balcao/contract';
import { can } from '@balcao/domain/policy/policy';
import { SIGN_UP_UNDECIDED } from '@balcao/domain/settings/platform-settings';
import { handle } from '../../infrastructure/http/handle.ts';
import { isLogoSetting, type BrandPictures } from './brand-pictures.ts';
import type { Certificates } from './certificate.ts';
import type { Changes } from './changes.ts';
import type { Settings } from './settings.ts';
import { presentChange, presentCompanySettings, presentPlatformSetting } from './settings.wire.ts';

interface Deps {
  settings: Settings;
  changes: Changes;
  brandPictures: BrandPictures;
  certificates: Certificates;
  version: string;
}

export const settingRoutes = ({ settings, changes, brandPictures, certificates, version }: Deps) =>
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
      const own = presentCompanySettings(await settings.ofCompany(actor), actor.companyId);
      return can(actor, 'platform-settings.manage')
        ? [...own, ...(await settings.allPlatform()).map(presentPlatformSetting)]
        : own;
    },
    shown: async ({ params }) => {
      const row = (await settings.visible()).find((setting) => setting.key === params.key);
      if (row && row.value !== null) return presentPlatformSetting(row);
      // The API answers an unset setting with `enabled`; for `userCreation` that would allow sign-up.
      return params.key === 'userCreation' ? SIGN_UP_UNDECIDED : 'enabled';
    },
    savePlatform: async ({ actor, params, body }) => {
      // A logo that is no longer used is removed with its setting.
      if (isLogoSetting(params.key) && body.value === '') await brandPictures.clear(actor, params.key);
      else await settings.savePlatform(actor, params.key, body.value);
      return presentPlatformSetting((await settings.allPlatform()).find((setting) => setting.key === params.key)!);
    },
    uploadLogo: ({ actor, body, files }) => brandPictures.upload(actor, body, files),
    uploadCertificate: async ({ actor, query, body, files }) => {
      const { expiresAt } = await certificates.upload(actor, query.ref, files, body.passphrase ?? '');
      return { mensagem: 'Arquivo Anexado' as const, expiresAt: expiresAt?.toISOString() ?? null };
    },
    certificate: async () => {
      const { isSet, expiresAt, subject } = await certificates.show();
      return { isSet, subject, expiresAt: expiresAt?.toISOString() ?? null };
    },
    public: async ({ params }) => {
      if (params.key === 'allowSignup') return settings.signUp();
      const row = (await settings.public()).find((setting) => setting.key === params.key);
      return typeof row?.value === 'string' ? row.value : null;
    },
  });
