import { createFfmpeg } from '../infrastructure/media/ffmpeg.ts';
import { createLinkStates } from '../infrastructure/tokens/link-state.ts';
import { createAccess, loadViewers } from '../modules/access/index.ts';
import { createConnectionHealth } from '../modules/connection-health/index.ts';
import { createConnections, createMetaSignIn, LINK_STATE_MS } from '../modules/connections/index.ts';
import { createContactNotes } from '../modules/contact-notes/index.ts';
import { createContactSpreadsheets } from '../modules/contact-spreadsheets/index.ts';
import { createContactPictures, createContacts, createProfileFetcher } from '../modules/contacts/index.ts';
import { createHistoryImport } from '../modules/history-import/index.ts';
import { createBoard, createLanes } from '../modules/kanban/index.ts';
import {
  createAutoMessages,
  createDeliveryWorker,
  createDownloadWorker,
  createIncomingMessages,
  createMessages,
  createOutgoingMedia,
  createPublicSendApi,
  createReadReceipts,
  createTypingIndicator,
  createReplyWindow,
  createTranscription,
} from '../modules/messages/index.ts';
import { createFirstSteps } from '../modules/first-steps/index.ts';
import { createPrivacy } from '../modules/privacy/index.ts';
import { createPush } from '../modules/push/index.ts';
import { createQueues } from '../modules/queues/index.ts';
import { createConnectionCache, createInboxWorker, createWebhookReceiver } from '../modules/receiving/index.ts';
import { createTemplates } from '../modules/templates/index.ts';
import {
  createAssignment,
  createPastPeriods,
  createTicketDrafts,
  createTicketNumbers,
  createTickets,
} from '../modules/tickets/index.ts';
import { buildBilling } from './billing.ts';
import { buildCampaigns, followReplies } from './campaigns.ts';
import { buildAutomationLayer } from './automation-layer.ts';
import { buildCompanyLayer, type CompanyLayer } from './company-layer.ts';
import { buildExternalServices } from './external-services.ts';
import { buildFlowCallsLayer, buildFlowRunsLayer, buildFlowsLayer } from './flows-layer.ts';
import { buildInsight } from './insight.ts';
import { buildOptOutsLayer } from './opt-outs-layer.ts';
import { buildSchedules } from './schedules.ts';
import { createColumnVault, createSharedServices, type Infrastructure } from './shared-services.ts';
import { buildPlatformAdmin } from './platform-admin.ts';
import { loadMessagePreview } from './sockets/find-conversation.ts';
import { createUpwardCalls, type UpwardCalls } from './upward-calls.ts';
import { loadChatMessage } from './chat-preview.ts';
import { createUserLookups, readersAmong } from './user-lookups.ts';

interface Base extends Infrastructure, ReturnType<typeof createSharedServices> {
  upward: UpwardCalls;
}
type UpToAccounts = CompanyLayer & ReturnType<typeof buildAccountsLayer>;
type UpToContacts = UpToAccounts & ReturnType<typeof buildContactsLayer>;
type UpToOptOuts = UpToContacts & ReturnType<typeof buildOptOutsLayer>;
type UpToTickets = UpToOptOuts & ReturnType<typeof buildTicketsLayer>;
type UpToMessages = UpToTickets & ReturnType<typeof buildMessagesLayer>;
type UpToFlowCalls = UpToMessages & ReturnType<typeof buildFlowCallsLayer>;
type UpToServices = UpToFlowCalls & ReturnType<typeof buildServicesLayer>;
type UpToFlows = UpToServices & ReturnType<typeof buildFlowRunsLayer> & ReturnType<typeof buildFlowsLayer>;
type UpToAutomation = UpToFlows &
  ReturnType<typeof buildSchedules> &
  ReturnType<typeof buildCampaigns> &
  ReturnType<typeof buildAutomationLayer>;

/**
 * Builds the modules by layer, lowest first. A layer receives only the modules of the layers below it. Two are built
 * elsewhere: `dashboard` with its readers in `insight.ts`, and `doctor`, which measures the whole process, in `server.ts`.
 */
export function buildModules(infrastructure: Infrastructure) {
  const { calls: upward, bindUpwardCalls } = createUpwardCalls();
  const shared = createSharedServices(infrastructure);
  const base: Base = { ...infrastructure, ...shared, upward };
  const company = buildCompanyLayer(base);
  const accounts = { ...company, ...buildAccountsLayer(base, company) };
  const contacts = { ...accounts, ...buildContactsLayer(base, accounts) };
  const optOuts = { ...contacts, ...buildOptOutsLayer(base, contacts) };
  const tickets = { ...optOuts, ...buildTicketsLayer(base, optOuts) };
  const messages = { ...tickets, ...buildMessagesLayer(base, tickets) };
  const flowCalls = { ...messages, ...buildFlowCallsLayer(base, messages) };
  const services = { ...flowCalls, ...buildServicesLayer(base, flowCalls) };
  const flowRuns = { ...services, ...buildFlowRunsLayer(base) };
  const flows = { ...flowRuns, ...buildFlowsLayer(base, flowRuns) };
  const outgoing = { ...buildSchedules(base, flows), ...buildCampaigns(base, flows) };
  const automation = { ...flows, ...outgoing, ...buildAutomationLayer(base, flows) };
  const modules = { ...automation, ...buildEntryLayer(base, automation) };
  bindUpwardCalls(modules);
  return { ...modules, ...shared, db: base.db, clock: base.clock, storage: base.storage };
}
export type Modules = ReturnType<typeof buildModules>;

function buildAccountsLayer(base: Base, lower: CompanyLayer) {
  const { companies, settings, fileLists, quickReplies, removals, teamChats } = lower;
  const { db, clock, secrets, channels, publicUrl, meta, upward } = base;
  const queues = createQueues({
    db,
    companies,
    settings,
    userExists: upward.userExists,
    addUser: upward.addUser,
    fileListExists: fileLists.exists,
    flowExists: upward.flowExists,
    integrationExists: upward.integrationExists,
    removals,
  });
  const access = createAccess({
    db,
    clock,
    tokens: base.tokens,
    limits: base.limits,
    companies,
    settings,
    storage: base.storage,
    signPicture: base.signFile,
    ...base.recovery,
    puzzles: base.puzzles,
    publicUrl,
    refreshSecret: base.signing.current,
    allowsDemo: base.allowsDemo,
    existingQueueIds: queues.existingIds,
    connectionExists: upward.connectionExists,
    quickReplies,
    teamChats,
    removals,
  });
  const connections = createConnections({
    db,
    clock,
    companies,
    settings,
    channels,
    existingQueueIds: queues.existingIds,
    flowExists: upward.flowExists,
    promptExists: upward.promptExists,
    integrationExists: upward.integrationExists,
    removals,
    onImportRequested: upward.requestHistoryImport,
    onDisconnected: upward.recordDisconnection,
    ...createColumnVault(secrets, 'connections', 'secrets'),
    discardsUnreadableSecrets: base.isOldSecretLost,
    publicUrl,
    hasPlatformApp: meta.hasApp,
  });
  const metaSignIn = createMetaSignIn({
    db,
    clock,
    connections,
    meta: meta.signIn,
    states: createLinkStates({ ...base.signing, now: () => +clock.now(), ttlMs: LINK_STATE_MS }),
    sessionOf: access.authenticator.current,
    ...createColumnVault(secrets, 'channel_links', 'token'),
    publicUrl,
  });
  const userLookups = createUserLookups(access);
  return { queues, access, connections, metaSignIn, userLookups };
}

function buildContactsLayer({ db, clock, storage, upward }: Base, lower: UpToAccounts) {
  const { settings, connections, tags, queues, userLookups, removals } = lower;
  const contacts = createContacts({
    db,
    removals,
    clock,
    settings,
    connections,
    existingTagIds: tags.existingIds,
    existingQueueIds: queues.existingIds,
    userExists: userLookups.userExists,
    onBotDisabled: upward.endFlowRuns,
  });
  const contactPictures = createContactPictures({ db, storage, connections });
  return {
    contacts,
    contactPictures,
    fetchProfile: createProfileFetcher({ db, connections, pictures: contactPictures }),
  };
}

function buildTicketsLayer({ db, clock, storage, limits, upward, onError }: Base, lower: UpToOptOuts) {
  const { settings, companies, connections, contacts, tags, queues, access, userLookups, removals } = lower;
  const tickets = createTickets({
    db,
    removals,
    clock,
    companies,
    settings,
    connections,
    contacts,
    existingQueueIds: queues.existingIds,
    userExists: userLookups.userExists,
    integrationExists: upward.integrationExists,
    connectionOfUser: userLookups.connectionOfUser,
    perform: upward.performEffects,
  });
  return {
    tickets,
    assignment: createAssignment({ clock, companies, settings, recordTurn: access.users.inTx.recordTurn }),
    ticketNumbers: createTicketNumbers({ db }),
    pastPeriods: createPastPeriods({ db }),
    ticketDrafts: createTicketDrafts({ db, tickets, markLastInboundUnread: upward.markLastInboundUnread }),
    contactSpreadsheets: createContactSpreadsheets({
      db,
      clock,
      storage,
      limits,
      contacts,
      tags,
      optOuts: lower.optOuts,
      contactLists: lower.contactLists,
      connections,
      onError,
    }),
  };
}

function buildMessagesLayer(base: Base, lower: UpToTickets) {
  const { db, clock, storage, limits, upward, onError } = base;
  const { settings, companies, connections, contacts, tickets, queues, userLookups } = lower;
  const { nameOfUser, farewellOfUser, userExists } = userLookups;
  const autoMessages = createAutoMessages({
    clock,
    companies,
    settings,
    connections,
    contacts,
    tickets,
    farewellOfUser,
    nameOfUser,
    templateFor: upward.findFallbackTemplate,
    endBot: upward.endBotDialog,
  });
  const messages = createMessages({ db, clock, companies, connections, contacts, tickets, autoMessages, readersAmong });
  const { fallbackTemplate } = autoMessages;
  const replyWindow = createReplyWindow({ clock, connections, tickets, fallbackTemplate });
  const media = createOutgoingMedia({ db, storage, ffmpeg: createFfmpeg({ path: base.ffmpegPath }) });
  return {
    autoMessages,
    messages,
    media,
    deliveryWorker: createDeliveryWorker({
      db,
      connections,
      contacts,
      tickets,
      replyWindow,
      hasOptedOut: lower.optOuts.inTx.hasOptedOut,
      countReached: upward.countReached,
      onAttempt: upward.recordSendOutcome,
      onOptedOut: lower.optOuts.inTx.saveRefusal,
      onRefused: upward.recordRefusal,
      isHeld: base.isSendingHeld,
      onError,
    }),
    downloadWorker: createDownloadWorker({ db, storage, connections, tickets, settings, onError }),
    readReceipts: createReadReceipts({ db, connections, contacts, tickets, onError }),
    typingIndicator: createTypingIndicator({ db, connections, contacts, tickets, onError }),
    incomingMessages: createIncomingMessages({ contacts, tickets, onRefused: upward.recordLateRefusal }),
    transcribe: createTranscription({
      db,
      storage,
      tickets,
      limits,
      transcribeAudio: upward.transcribeAudio,
    }),
    publicSendApi: createPublicSendApi({
      db,
      clock,
      companies,
      settings,
      connections,
      contacts,
      tickets,
      messages,
      media,
      limits,
      idempotency: base.idempotency,
      existingQueueIds: queues.existingIds,
      userExists,
    }),
    contactNotes: createContactNotes({ db, contacts, tickets }),
    privacy: createPrivacy({
      db,
      clock,
      storage,
      contacts,
      optOuts: lower.optOuts,
      onFilesErased: base.onFilesErased,
      hidesDeleted: async (tx) => (await settings.privacy(tx)).hidesDeleted,
      nameOfUser,
    }),
  };
}

function buildServicesLayer(base: Base, lower: UpToFlowCalls) {
  const { db, clock, onError } = base;
  const { companies, connections, contacts, tickets, tags, queues } = lower;
  const { messages, autoMessages, deliveryWorker, incomingMessages } = lower;
  const { nameOfUser } = lower.userLookups;
  return {
    ...buildExternalServices(base, lower),
    templates: createTemplates({
      db,
      clock,
      companies,
      connections,
      contacts,
      tickets,
      messages,
      renderValues: autoMessages.renderValues,
      existingQueueIds: queues.existingIds,
      nameOfUser,
      detachTemplates: base.upward.detachTemplates,
      neededTemplates: base.upward.neededTemplates,
    }),
    lanes: createLanes({
      db,
      clock,
      companies,
      connections,
      tags,
      tickets,
      nameOfUser,
      sendAutoMessage: autoMessages.sendText,
    }),
    board: createBoard({ db, companies, tickets }),
    historyImport: createHistoryImport({
      ...lower,
      db,
      clock,
      incoming: incomingMessages,
      quarantineMessage: base.upward.quarantineMessage,
      onError,
    }),
    ...buildBilling(base, lower),
    connectionHealth: createConnectionHealth({
      db,
      clock,
      connections,
      backlog: deliveryWorker.backlog,
      held: deliveryWorker.held,
      rateLimitOf: deliveryWorker.rateLimitOf,
      reserveBulk: deliveryWorker.reserveBulk,
      onError,
    }),
  };
}

function buildEntryLayer(base: Base, lower: UpToAutomation) {
  const { db, clock, egress, limits, publicUrl, isOnline, onError } = base;
  const { settings, companies, connections, contacts, tickets, templates } = lower;
  const connectionCache = createConnectionCache({ db, connections });
  const receiving = createInboxWorker({
    db,
    connectionCache,
    settings,
    connections,
    contacts,
    tickets,
    incoming: lower.incomingMessages,
    pictures: lower.contactPictures,
    moveOnBoard: lower.lanes.returnToLane,
    botRunner: lower.botRunner,
    answer: lower.autoMessages.sendText,
    onReply: followReplies(lower),
    health: lower.connectionHealth,
    optOuts: lower.optOuts,
    history: lower.historyImport,
    templates,
    onDuplicate: base.onDuplicateMessage,
    onError,
  });
  return {
    connectionCache,
    receiving,
    webhookReceiver: createWebhookReceiver({ ...base, connectionCache, wake: receiving.wake }),
    push: createPush({
      db,
      limits,
      safeFetch: egress.users,
      reachesLoopback: egress.reachesLoopback,
      publicUrl,
      ownSecret: async (createSecret) => (await settings.ownSecret('vapid', createSecret)).reveal(),
      isOnline,
      showsPending: async (tx) => (await settings.get(tx, 'showNotificationPending')) === true,
      viewers: async (tx, ids) => (await loadViewers(tx, ids)).map(({ viewer }) => viewer),
      loadMessagePreview: loadMessagePreview({ ...lower, sign: base.signFile }),
      loadChatMessage: loadChatMessage(lower.teamChats),
      hidesText: contacts.inTx.hidesNumbers,
      onError,
    }),
    ...buildInsight(base, lower),
    firstSteps: createFirstSteps({ db, clock, companies }),
    platformAdmin: buildPlatformAdmin(base, lower),
  };
}
