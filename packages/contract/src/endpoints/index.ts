import { access } from './access.ts';
import { aiUsage } from './ai-usage.ts';
import { campaigns } from './campaigns.ts';
import { chatbots } from './chatbots.ts';
import { companies } from './companies.ts';
import { connections, linkings } from './connections.ts';
import { contactLists } from './contact-lists.ts';
import { contactSheets } from './contact-spreadsheets.ts';
import { contacts } from './contacts.ts';
import { dashboard } from './dashboard.ts';
import { doctor } from './doctor.ts';
import { fileLists } from './files.ts';
import { flows } from './flows.ts';
import { history } from './history.ts';
import { invoices } from './invoices.ts';
import { livePanel } from './live-panel.ts';
import { integrations } from './integrations.ts';
import { invitations } from './invitations.ts';
import { mails } from './mails.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { optOuts } from './opt-outs.ts';
import { announcements } from './announcements.ts';
import { helps } from './helps.ts';
import { teamChats } from './team-chats.ts';
import { bank, payments } from './payments.ts';
import { numberHealth } from './connection-health.ts';
import { passwordReset } from './password-reset.ts';
import { platform } from './platform.ts';
import { phrases } from './phrases.ts';
import { plans } from './plans.ts';
import { firstSteps } from './first-steps.ts';
import { privacy } from './privacy.ts';
import { prompts } from './prompts.ts';
import { push } from './push.ts';
import { quarantine } from './quarantine.ts';
import { queues } from './queues.ts';
import { quickMessages } from './quick-messages.ts';
import { removals } from './removals.ts';
import { reports } from './reports.ts';
import { sandbox } from './sandbox.ts';
import { schedules } from './schedules.ts';
import { settings } from './settings.ts';
import { support } from './support.ts';
import { signUp } from './sign-up.ts';
import { tags } from './tags.ts';
import { templates } from './templates.ts';
import { tickets } from './tickets.ts';

/** Every endpoint, by the module that handles it. */
export const endpoints = {
  settings,
  companies,
  plans,
  invoices,
  platform,
  doctor,
  tags,
  access,
  passwordReset,
  invitations,
  support,
  mails,
  signUp,
  queues,
  chatbots,
  connections,
  linkings,
  numberHealth,
  history,
  contacts,
  contactSheets,
  tickets,
  messages,
  templates,
  notes,
  optOuts,
  quickMessages,
  schedules,
  teamChats,
  announcements,
  helps,
  campaigns,
  contactLists,
  privacy,
  fileLists,
  flows,
  phrases,
  prompts,
  aiUsage,
  integrations,
  dashboard,
  reports,
  livePanel,
  firstSteps,
  push,
  quarantine,
  removals,
  sandbox,
  payments,
  bank,
};
export type Endpoints = typeof endpoints;
export type ModuleName = keyof Endpoints;
