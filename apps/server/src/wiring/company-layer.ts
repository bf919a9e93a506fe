import { createAnnouncements } from '../modules/announcements/index.ts';
import { createHelps } from '../modules/helps/index.ts';
import { createCompanies, createHolidays, createPlans } from '../modules/companies/index.ts';
import { createFileLists } from '../modules/file-lists/index.ts';
import { createQuickReplies } from '../modules/quick-replies/index.ts';
import { createRemovals } from '../modules/removals/index.ts';
import { createBrandPictures, createCertificates, createChanges, createSettings } from '../modules/settings/index.ts';
import { canPush } from '../modules/push/index.ts';
import { createTeamChats } from '../modules/team-chats/index.ts';
import { createTags } from '../modules/tags/index.ts';
import { createPlatformMails } from './mail-server.ts';
import { createSettingVault, type createSharedServices, type Infrastructure } from './shared-services.ts';
import type { UpwardCalls } from './upward-calls.ts';

type Base = Infrastructure &
  ReturnType<typeof createSharedServices> & { upward: Pick<UpwardCalls, 'existingUserIds' | 'returnTickets'> };
export type CompanyLayer = ReturnType<typeof buildCompanyLayer>;

/** The lowest modules; they need the infrastructure; team chats and removals one upward call each. */
export function buildCompanyLayer(base: Base) {
  const { db, clock, storage, limits, secrets, isOldSecretLost, onError } = base;
  const settings = createSettings({
    db,
    vault: createSettingVault(secrets),
    discardsUnreadableSecrets: isOldSecretLost,
    onBrandChanged: base.onBrandChanged,
  });
  const companies = createCompanies({ db, clock, graceDays: async (tx) => (await settings.billing(tx)).graceDays });
  const removals = createRemovals({ db, storage, onError, returnTickets: base.upward.returnTickets });
  return {
    settings,
    brandPictures: createBrandPictures({ db, storage, limits, settings }),
    certificates: createCertificates({ settings, limits }),
    companies,
    plans: createPlans({ db }),
    holidays: createHolidays({ db }),
    settingChanges: createChanges({ db, settings, company: companies }),
    mails: createPlatformMails(base, settings),
    removals,
    tags: createTags({ db, removals }),
    announcements: createAnnouncements({ db, clock, storage, limits }),
    helps: createHelps({ db }),
    quickReplies: createQuickReplies({ db, storage, limits }),
    fileLists: createFileLists({ db, storage, limits }),
    teamChats: createTeamChats({ db, hasPush: canPush(base.publicUrl), existingUserIds: base.upward.existingUserIds }),
  };
}
