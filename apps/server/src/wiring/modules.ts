import { can } from '@balcao/domain/policy/policy';
import type { Channels } from '../channels/port.ts';
import type { Clock } from '../infrastructure/clock.ts';
import type { Db } from '../infrastructure/db/tx.ts';
import { createIdempotency } from '../infrastructure/idempotency/idempotency.ts';
import { createLimits } from '../infrastructure/limits/limits.ts';
import { createFfmpeg } from '../infrastructure/media/ffmpeg.ts';
import type { SafeFetch } from '../infrastructure/safe-fetch/safe-fetch.ts';
import { deriveKey } from '../infrastructure/secrets/derive-key.ts';
import { createVault, last4 } from '../infrastructure/secrets/secrets.ts';
import { signMedia } from '../infrastructure/storage/signed-url.ts';
import type { Storage } from '../infrastructure/storage/storage.ts';
import { createAccessTokens } from '../infrastructure/tokens/access-token.ts';
import { createLinkStates } from '../infrastructure/tokens/link-state.ts';
import { createAccess, loadViewers } from '../modules/access/index.ts';
import { createBotConfig, createBotRunner, createDryRun } from '../modules/bot/index.ts';
import { createTicketTimers } from '../modules/ticket-timers/index.ts';
import { createCompanies, createHolidays } from '../modules/companies/index.ts';
import {
  createConnections,
  createMetaSignIn,
  LINK_STATE_MS,
  type MetaOAuthClient,
} from '../modules/connections/index.ts';
import { createContactSpreadsheets } from '../modules/contact-spreadsheets/index.ts';
import { createContactPictures, createContacts, createProfileFetcher } from '../modules/contacts/index.ts';
import { createDashboard } from '../modules/dashboard/index.ts';
import { createFileLists } from '../modules/file-lists/index.ts';
import { createHistoryImport } from '../modules/history-import/index.ts';
import { createBoard, createLanes } from '../modules/kanban/index.ts';
import { createConnectionCache, createInboxWorker, createWebhookReceiver } from '../modules/receiving/index.ts';
import {
  createDeliveryWorker,
  createDownloadWorker,
  createIncomingMessages,
  createMessages,
  createOutgoingMedia,
  createReadReceipts,
  createPublicSendApi,
  createAutoMessages,
  createTranscription,
  createReplyWindow,
  markLastInboundUnread,
} from '../modules/messages/index.ts';
import { createContactNotes } from '../modules/contact-notes/index.ts';
import { createConnectionHealth } from '../modules/connection-health/index.ts';
import { createPrivacy } from '../modules/privacy/index.ts';
import { createPush } from '../modules/push/index.ts';
import { createQueues } from '../modules/queues/index.ts';
import { createQuickReplies } from '../modules/quick-replies/index.ts';
import { createChanges, createSettings, type SettingVault } from '../modules/settings/index.ts';
import { createTags } from '../modules/tags/index.ts';
import { createTemplates } from '../modules/templates/index.ts';
import { createAssignment, createTicketDrafts, createTickets, type Tickets } from '../modules/tickets/index.ts';
import type { Tx } from '../infrastructure/db/tx.ts';
import { loadMessagePreview } from './sockets/find-conversation.ts';

export interface Infrastructure {
  db: Db;
  clock: Clock;
  storage: Storage;
  secrets: { current: string; previous?: string | undefined };
  channels: Channels;
  ffmpegPath?: string | undefined;
  /** An OpenAI-compatible service that writes down what was said. */
  transcriptionUrl: string;
  /** Ways out: to what the operator named, and to what users name. */
  egress: { operator: SafeFetch; users: SafeFetch; reachesLoopback: boolean };
  publicUrl: string | undefined;
  /** Signing in at Meta with the platform's own app, where it has one; without, only its secret may be set. */
  meta: { signIn: MetaOAuthClient | undefined; hasApp: boolean };
  /** Has this person a screen open, on any node? */
  isOnline(companyId: number, userId: number): boolean;
  onError(error: unknown): void;
  /** So many parts of deliveries were about accounts that nobody here has. */
  onUnknownAccount(parts: number): void;
}
/** A picture's address holds for a day; the signature's end is rounded up, so it can be cached. */
const PICTURE_MS = 24 * 3_600_000;
/** Of what one person asked for and fetches at once. */
const SHORT_LIVED_MS = 30 * 60_000;

/** The house, built from the ground up. Read the order: it is the order of the floors. */
export function buildModules(infrastructure: Infrastructure) {
  const { db, clock, storage, secrets, channels, ffmpegPath, transcriptionUrl, egress, onError, onUnknownAccount } =
    infrastructure;
  const { publicUrl, isOnline, meta } = infrastructure;
  const limits = createLimits({ db });
  const tokens = createAccessTokens({ ...secrets, now: () => +clock.now() });
  const signPicture = (key: string) =>
    signMedia(key, { secret: mediaSecret(secrets.current), expiresAt: new Date(+clock.now() + PICTURE_MS) });

  // Its end is rounded up to the hour: an hour at most.
  const signShortLived = (key: string) =>
    signMedia(key, { secret: mediaSecret(secrets.current), expiresAt: new Date(+clock.now() + SHORT_LIVED_MS) });

  const settings = createSettings({ db, vault: settingVault(secrets) });
  const companies = createCompanies({ db });
  const holidays = createHolidays({ db });
  const settingChanges = createChanges({ db, settings, company: companies });
  const tags = createTags({ db });
  const dashboard = createDashboard({ db, clock, companies });

  const quickReplies = createQuickReplies({ db, storage, limits });
  const fileLists = createFileLists({ db, storage, limits });
  const queues = createQueues({
    db,
    companies,
    settings,
    // Higher floors answer through wiring; nobody asks before the house stands.
    userExists: (tx, id) => userExists(tx, id),
    fileListExists: fileLists.exists,
  });
  const access = createAccess({
    db,
    clock,
    tokens,
    limits,
    companies,
    settings,
    storage,
    signPicture,
    refreshSecret: secrets.current,
    existingQueueIds: queues.existingIds,
    // Higher floors answer through wiring; nobody asks before the house stands.
    connectionExists: async (tx, id) => (await connections.inTx.find(tx, id)) !== undefined,
    returnTickets: async (tx, userId) => {
      await tickets.returnTickets(tx, userId);
      await quickReplies.removeHiddenOfUser(tx, userId);
    },
  });

  const vault = createVault(secrets);
  const sealedFor = (company: number) => ({ company, table: 'connections', field: 'secrets' });
  const connections = createConnections({
    db,
    clock,
    companies,
    settings,
    channels,
    existingQueueIds: queues.existingIds,
    failUnsentMessages: (tx, id) => deliveryWorker.failPending(tx, id),
    onImportRequested: (tx, connection) => historyImport.updateRequest(tx, connection),
    onDisconnected: (companyId, id) => connectionHealth.record(companyId, id, 'disconnections'),
    seal: (plain, company) => vault.seal(plain, sealedFor(company)),
    unseal: (sealed, company) => vault.open(sealed, sealedFor(company)).reveal(),
    publicUrl,
    hasPlatformApp: meta.hasApp,
  });
  const linkSealedFor = (company: number) => ({ company, table: 'channel_links', field: 'token' });
  const metaSignIn = createMetaSignIn({
    db,
    clock,
    connections,
    meta: meta.signIn,
    states: createLinkStates({ ...secrets, now: () => +clock.now(), ttlMs: LINK_STATE_MS }),
    sessionOf: access.authenticator.current,
    seal: (plain, company) => vault.seal(plain, linkSealedFor(company)),
    unseal: (sealed, company) => vault.open(sealed, linkSealedFor(company)).reveal(),
    publicUrl,
  });

  const connectionHealth = createConnectionHealth({
    db,
    clock,
    connections,
    backlog: (tx, id, limit) => deliveryWorker.backlog(tx, id, limit),
    rateLimitOf: (connection) => deliveryWorker.rateLimitOf(connection),
    reserveBulk: (tx, id, ms) => deliveryWorker.reserveBulk(tx, id, ms),
    onError,
  });
  const userExists = async (tx: Tx, id: number) => (await access.users.inTx.find(tx, id)) !== undefined;
  const contacts = createContacts({
    db,
    clock,
    settings,
    connections,
    existingTagIds: tags.existingIds,
    existingQueueIds: queues.existingIds,
    userExists,
  });
  const contactSpreadsheets = createContactSpreadsheets({
    db,
    clock,
    storage,
    limits,
    contacts,
    tags,
    connections,
    onError,
  });
  const contactPictures = createContactPictures({ db, storage, connections });
  const fetchProfile = createProfileFetcher({ db, connections, pictures: contactPictures });

  const nameOfUser = async (tx: Tx, id: number) => (await access.users.inTx.find(tx, id))?.name ?? '';
  const farewellOfUser = async (tx: Tx, id: number) => (await access.users.inTx.find(tx, id))?.farewellMessage ?? '';
  // Tickets decide what must be said, messages say it: the one is built with the other's answer, not with the other.
  const autoMessages = createAutoMessages(
    {
      clock,
      companies,
      settings,
      connections,
      contacts,
      farewellOfUser,
      nameOfUser,
      templateFor: (tx, id, occasion) => templates.findChosen(tx, id, occasion),
      endBot: (tx, id) => botRunner.endBot(tx, id),
    },
    () => tickets,
  );
  const tickets: Tickets = createTickets({
    db,
    clock,
    settings,
    connections,
    contacts,
    existingQueueIds: queues.existingIds,
    userExists,
    connectionOfUser: async (tx, id) => (await access.users.inTx.find(tx, id))?.connectionId ?? null,
    perform: autoMessages.perform,
  });
  const assignment = createAssignment({ clock, companies, settings, recordTurn: access.users.recordTurn });
  const { sendText } = autoMessages;
  const botConfig = createBotConfig({ companies, settings, queues, connections });
  const dryRun = createDryRun({ db, clock, botConfig, connections, queues, tickets, fileLists, nameOfUser });
  const botRunner = createBotRunner({
    clock,
    botConfig,
    contacts,
    tickets,
    fileLists,
    farewellOfUser,
    nameOfUser,
    chooseAgent: assignment.chooseAgent,
  });
  const lanes = createLanes({
    db,
    clock,
    companies,
    connections,
    tags,
    tickets,
    nameOfUser,
    sendAutoMessage: sendText,
  });
  const ticketTimers = createTicketTimers({
    db,
    clock,
    connections,
    tickets,
    assignment,
    lanes,
    sendAutoMessage: sendText,
    onError,
  });
  const ticketDrafts = createTicketDrafts({ db, tickets, markLastInboundUnread });
  const board = createBoard({ db, companies, tickets });
  const privacy = createPrivacy({
    db,
    clock,
    storage,
    contacts,
    hidesDeleted: async (tx) => (await settings.privacy(tx)).hidesDeleted,
    nameOfUser,
  });
  const contactNotes = createContactNotes({ db, contacts, tickets });
  const messages = createMessages({
    db,
    clock,
    companies,
    connections,
    contacts,
    tickets,
    autoMessages,
    readersAmong: async (tx, ticket, ids) =>
      (await loadViewers(tx, ids))
        .filter(({ viewer }) => can(viewer, 'ticket.read', ticket))
        .map(({ user: { id, name } }) => ({ id, name })),
  });
  const templates = createTemplates({
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
  });
  const transcribe = createTranscription({
    db,
    storage,
    tickets,
    limits,
    safeFetch: egress.operator,
    serviceUrl: transcriptionUrl,
    key: () => settings.secret('openaikeyaudio'),
    onError,
  });
  const replyWindow = createReplyWindow({
    clock,
    connections,
    tickets,
    fallbackTemplate: autoMessages.fallbackTemplate,
  });
  const deliveryWorker = createDeliveryWorker({
    db,
    connections,
    contacts,
    tickets,
    replyWindow,
    onAttempt: connectionHealth.record,
    onError,
  });
  const readReceipts = createReadReceipts({ db, connections, contacts, tickets, onError });
  const downloadWorker = createDownloadWorker({ db, storage, connections, tickets, settings, onError });
  const media = createOutgoingMedia({ db, storage, ffmpeg: createFfmpeg({ path: ffmpegPath }) });
  const idempotency = createIdempotency({ db });
  const publicSendApi = createPublicSendApi({
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
    idempotency,
    existingQueueIds: queues.existingIds,
    userExists,
  });

  const incomingMessages = createIncomingMessages({
    tickets,
    onRefused: (companyId, id) => connectionHealth.record(companyId, id, 'refused'),
  });
  const historyImport = createHistoryImport({
    db,
    clock,
    settings,
    connections,
    contacts,
    tickets,
    incoming: incomingMessages,
    onError,
  });

  const connectionCache = createConnectionCache({ db, connections });
  const receiving = createInboxWorker({
    db,
    connectionCache,
    settings,
    connections,
    contacts,
    tickets,
    incoming: incomingMessages,
    pictures: contactPictures,
    returnToLane: lanes.returnToLane,
    botRunner,
    answer: autoMessages.sendText,
    health: connectionHealth,
    history: historyImport,
    templates,
    onError,
  });
  const webhookReceiver = createWebhookReceiver({
    db,
    connectionCache,
    channels,
    wake: receiving.wake,
    onUnknownAccount,
  });

  const push = createPush({
    db,
    limits,
    safeFetch: egress.users,
    reachesLoopback: egress.reachesLoopback,
    publicUrl,
    ownSecret: async (createSecret) => (await settings.ownSecret('vapid', createSecret)).reveal(),
    isOnline,
    showsPending: async (tx) => (await settings.get(tx, 'showNotificationPending')) === true,
    viewers: async (tx, ids) => (await loadViewers(tx, ids)).map(({ viewer }) => viewer),
    loadMessagePreview: loadMessagePreview({ settings, connections, contacts, tickets, messages, sign: signPicture }),
    onError,
  });

  return {
    settings,
    settingChanges,
    companies,
    holidays,
    tags,
    queues,
    access,
    connections,
    contacts,
    tickets,
    ticketDrafts,
    assignment,
    ticketTimers,
    board,
    lanes,
    contactNotes,
    quickReplies,
    fileLists,
    dashboard,
    messages,
    templates,
    metaSignIn,
    transcribe,
    deliveryWorker,
    readReceipts,
    downloadWorker,
    media,
    idempotency,
    contactPictures,
    fetchProfile,
    contactSpreadsheets,
    clock,
    publicSendApi,
    privacy,
    push,
    receiving,
    historyImport,
    connectionHealth,
    botConfig,
    dryRun,
    connectionCache,
    webhookReceiver,
    limits,
    tokens,
    db,
    storage,
    signFile: signPicture,
    signShortLived,
  };
}
export type Modules = ReturnType<typeof buildModules>;

export const mediaSecret = (secret: string): string => deriveKey(secret, 'media').toString('base64url');

/** Platform settings belong to no company: 0 stands for the platform. */
function settingVault(secrets: Infrastructure['secrets']): SettingVault {
  const vault = createVault(secrets);
  const sealedFor = (field: string) => ({ company: 0, table: 'platform_settings', field });
  return {
    seal: (plain, key) => vault.seal(plain, sealedFor(key)),
    open: (sealed, key) => vault.open(sealed, sealedFor(key)),
    last4: (sealed, key) => last4(vault.open(sealed, sealedFor(key)).reveal()),
  };
}
