import type { ModuleName } from '@balcao/contract';
import type { SandboxControl } from '../channels/sandbox/port.ts';
import type { Route } from '../infrastructure/http/handle.ts';
import {
  accessRoutes,
  invitationRoutes,
  passwordResetRoutes,
  signUpRoutes,
  supportRoutes,
} from '../modules/access/index.ts';
import { aiUsageRoutes, promptRoutes } from '../modules/ai/index.ts';
import { integrationRoutes } from '../modules/integrations/index.ts';
import { botRoutes } from '../modules/bot/index.ts';
import { campaignRoutes } from '../modules/campaigns/index.ts';
import { companyRoutes, planRoutes } from '../modules/companies/index.ts';
import { bankRoutes, invoiceRoutes, paymentRoutes } from '../modules/billing/index.ts';
import { connectionRoutes, accountLinkingRoutes, sandboxRoutes } from '../modules/connections/index.ts';
import { contactListRoutes } from '../modules/contact-lists/index.ts';
import { contactSpreadsheetRoutes, createListUpload } from '../modules/contact-spreadsheets/index.ts';
import { contactRoutes, createContactTags } from '../modules/contacts/index.ts';
import { dashboardRoutes } from '../modules/dashboard/index.ts';
import { fileListRoutes } from '../modules/file-lists/index.ts';
import { flowRoutes, phraseRoutes } from '../modules/flows/index.ts';
import { livePanelRoutes } from '../modules/live-panel/index.ts';
import { messageRoutes, loadMessageViews } from '../modules/messages/index.ts';
import { mailRoutes } from '../modules/mails/index.ts';
import { kanbanRoutes } from '../modules/kanban/index.ts';
import { historyImportRoutes } from '../modules/history-import/index.ts';
import { firstStepRoutes } from '../modules/first-steps/index.ts';
import { optOutRoutes } from '../modules/opt-outs/index.ts';
import { contactNoteRoutes } from '../modules/contact-notes/index.ts';
import { connectionHealthRoutes } from '../modules/connection-health/index.ts';
import { doctorRoutes, type Doctor } from '../modules/doctor/index.ts';
import { platformAdminRoutes } from '../modules/platform-admin/index.ts';
import { privacyRoutes } from '../modules/privacy/index.ts';
import { pushRoutes } from '../modules/push/index.ts';
import { queueRoutes } from '../modules/queues/index.ts';
import { quickReplyRoutes } from '../modules/quick-replies/index.ts';
import { quarantineRoutes } from '../modules/receiving/index.ts';
import { scheduleRoutes } from '../modules/schedules/index.ts';
import { removalRoutes } from '../modules/removals/index.ts';
import { reportRoutes } from '../modules/reports/index.ts';
import { settingRoutes } from '../modules/settings/index.ts';
import { announcementRoutes } from '../modules/announcements/index.ts';
import { helpRoutes } from '../modules/helps/index.ts';
import { teamChatRoutes } from '../modules/team-chats/index.ts';
import { tagRoutes } from '../modules/tags/index.ts';
import { templateRoutes } from '../modules/templates/index.ts';
import { loadTicketViews, ticketRoutes } from '../modules/tickets/index.ts';
import { attachments } from './attachments.ts';
import type { Modules } from './modules.ts';

/** The handlers of every contract group. A group without routes does not compile. */
export function routes(
  modules: Modules,
  { version, phones, doctor }: { version: string; phones: SandboxControl | undefined; doctor: Doctor },
): Route[] {
  const {
    settings,
    companies,
    tags,
    access,
    queues,
    connections,
    contacts,
    tickets,
    ticketDrafts,
    contactNotes,
    optOuts,
    quickReplies,
    fileLists,
    dashboard,
    messages,
    media,
    publicSendApi,
    limits,
    idempotency,
    db,
    signFile: sign,
  } = modules;
  return Object.values({
    settings: settingRoutes({
      settings,
      changes: modules.settingChanges,
      brandPictures: modules.brandPictures,
      certificates: modules.certificates,
      version,
    }),
    companies: companyRoutes(companies, modules.holidays, modules.settingChanges),
    plans: planRoutes(modules.plans),
    invoices: invoiceRoutes(modules.billing),
    platform: platformAdminRoutes(modules.platformAdmin),
    doctor: doctorRoutes(doctor),
    tags: tagRoutes(tags, createContactTags(contacts, { db, sign })),
    access: accessRoutes(access),
    passwordReset: passwordResetRoutes(access.passwordReset),
    invitations: invitationRoutes(access.invitations, () => modules.clock.now()),
    support: supportRoutes(access.support, () => modules.clock.now()),
    mails: mailRoutes(modules.mails),
    signUp: signUpRoutes(access),
    queues: queueRoutes(queues),
    chatbots: botRoutes(queues.options, modules.dryRun),
    connections: connectionRoutes(connections, attachments(modules)),
    linkings: accountLinkingRoutes({ connections, pages: modules.metaSignIn }),
    templates: templateRoutes(modules.templates, {
      db,
      tickets,
      media,
      limits,
      loadMessageViews: loadMessageViews({ settings, sign }),
      loadTicketViews: loadTicketViews({ contacts, connections, sign }),
    }),
    numberHealth: connectionHealthRoutes(modules.connectionHealth),
    history: historyImportRoutes(modules.historyImport),
    contacts: contactRoutes(contacts, { db, sign }),
    contactSheets: contactSpreadsheetRoutes(modules.contactSpreadsheets, {
      db,
      clock: modules.clock,
      contacts,
      sign,
      signShortLived: modules.signShortLived,
    }),
    tickets: [
      ...ticketRoutes(tickets, ticketDrafts, { db, contacts, connections, sign }),
      ...kanbanRoutes({
        board: modules.board,
        lanes: modules.lanes,
        loadTicketViews: loadTicketViews({ contacts, connections, sign }),
      }),
    ],
    messages: messageRoutes(messages, {
      db,
      transcribe: modules.transcribe,
      settings,
      contacts,
      media,
      publicSendApi,
      limits,
      idempotency,
      savePixKey: access.users.savePixKey,
      sign,
      loadTicketViews: loadTicketViews({ contacts, connections, sign }),
      ticketNumbersOf: tickets.inTx.numbersOf,
    }),
    notes: contactNoteRoutes(contactNotes),
    optOuts: optOutRoutes(optOuts),
    quickMessages: quickReplyRoutes(quickReplies, sign),
    teamChats: teamChatRoutes(modules.teamChats),
    announcements: announcementRoutes(modules.announcements, sign),
    helps: helpRoutes(modules.helps),
    schedules: scheduleRoutes(modules.schedules, sign),
    campaigns: campaignRoutes(modules.campaignModule, {
      sign,
      signShortLived: modules.signShortLived,
      now: () => modules.clock.now(),
      timeZoneOf: async (companyId) => (await companies.hoursOf(companyId)).timeZone,
    }),
    contactLists: contactListRoutes(modules.contactLists, {
      uploadSpreadsheet: createListUpload(modules),
    }),
    privacy: privacyRoutes(modules.privacy, modules.signShortLived),
    fileLists: fileListRoutes(fileLists, sign),
    flows: flowRoutes(modules.flowModule, { sign, signShortLived: modules.signShortLived }),
    phrases: phraseRoutes(modules.flowModule.phrases),
    prompts: promptRoutes(modules.ai),
    integrations: integrationRoutes(modules.integrationModule),
    aiUsage: aiUsageRoutes(modules.ai.usage),
    dashboard: dashboardRoutes(dashboard),
    reports: reportRoutes(modules),
    livePanel: livePanelRoutes(modules.livePanel),
    firstSteps: firstStepRoutes(modules.firstSteps),
    push: pushRoutes(modules.push),
    quarantine: quarantineRoutes(modules.receiving.quarantine),
    removals: removalRoutes(modules.removals),
    payments: paymentRoutes(modules.paymentServices),
    bank: bankRoutes(modules.paymentServices.providers, modules.paymentServices.ledger),
    sandbox: sandboxRoutes({
      connections,
      control: phones,
      advanceTime: async (companyId, connectionId, minutes) => {
        const passed = await modules.ticketTimers.pass(companyId, connectionId, minutes);
        await modules.flowTimers.pass(companyId, connectionId, minutes);
        return passed;
      },
      trace: messages.trace,
    }),
  } satisfies Record<ModuleName, Route[]>).flat();
}
