import { may } from '@balcao/domain/policy/policy';
import type { Channels } from '../channels/port.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Db } from '../foundation/db/tx.ts';
import { createIdempotency } from '../foundation/idempotency/idempotency.ts';
import { createLimits } from '../foundation/limits/limits.ts';
import { createFfmpeg } from '../foundation/media/ffmpeg.ts';
import type { SafeFetch } from '../foundation/safe-fetch/safe-fetch.ts';
import { deriveKey } from '../foundation/secrets/derive-key.ts';
import { createVault, last4 } from '../foundation/secrets/secrets.ts';
import { signMedia } from '../foundation/storage/signed-url.ts';
import type { Storage } from '../foundation/storage/storage.ts';
import { createAccessTokens } from '../foundation/tokens/access-token.ts';
import { createLinkStates } from '../foundation/tokens/link-state.ts';
import { createAccess, viewersWithin } from '../modules/access/index.ts';
import { createBriefing, createResponding, createTrying } from '../modules/automation/index.ts';
import { createClockwork, createLanes, createRouting } from '../modules/clockwork/index.ts';
import { createCompanies, createHolidays } from '../modules/companies/index.ts';
import { createConnections, createPageLinking, LINK_STATE_MS, type MetaSignIn } from '../modules/connections/index.ts';
import { createContactSheets } from '../modules/contact-sheets/index.ts';
import { createContactPictures, createContacts, createIntroducing } from '../modules/contacts/index.ts';
import { createDashboard } from '../modules/dashboard/index.ts';
import { createFileLists } from '../modules/file-lists/index.ts';
import { createHistory } from '../modules/history/index.ts';
import { createDoors, createInbound, createStreetDoor } from '../modules/inbound/index.ts';
import {
  createDelivery,
  createFetching,
  createIncoming,
  createMessages,
  createOutMedia,
  createReadReceipts,
  createSendApi,
  createSpeaking,
  createTranscribing,
  createWindow,
  unreadAgain,
} from '../modules/messages/index.ts';
import { createNotes } from '../modules/notes/index.ts';
import { createNumberHealth } from '../modules/number-health/index.ts';
import { createPrivacy } from '../modules/privacy/index.ts';
import { createPush } from '../modules/push/index.ts';
import { createQueues } from '../modules/queues/index.ts';
import { createQuickMessages } from '../modules/quick-messages/index.ts';
import { createChanges, createSettings, type SettingVault } from '../modules/settings/index.ts';
import { createTags } from '../modules/tags/index.ts';
import { createTemplates } from '../modules/templates/index.ts';
import { createBoard, createDesk, createTickets, type Tickets } from '../modules/tickets/index.ts';
import type { Tx } from '../foundation/db/tx.ts';
import { lookAtMessage } from './looking.ts';

export interface Foundations {
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
  meta: { signIn: MetaSignIn | undefined; hasApp: boolean };
  /** Has this person a screen open, on any node? */
  isHere(companyId: number, userId: number): boolean;
  failed(fault: unknown): void;
  /** So many parts of deliveries were about accounts that nobody here has. */
  passedBy(parts: number): void;
}
/** A picture's address holds for a day; the signature's end is rounded up, so it can be cached. */
const PICTURE_MS = 24 * 3_600_000;
/** Of what one person asked for and fetches at once. */
const BRIEFLY_MS = 30 * 60_000;

/** The house, built from the ground up. Read the order: it is the order of the floors. */
export function buildModules(foundations: Foundations) {
  const { db, clock, storage, secrets, channels, ffmpegPath, transcriptionUrl, egress, failed, passedBy } = foundations;
  const { publicUrl, isHere, meta } = foundations;
  const limits = createLimits({ db });
  const tokens = createAccessTokens({ ...secrets, now: () => +clock.now() });
  const signPicture = (key: string) =>
    signMedia(key, { secret: mediaSecret(secrets.current), expiresAt: new Date(+clock.now() + PICTURE_MS) });

  // Its end is rounded up to the hour: an hour at most.
  const signBriefly = (key: string) =>
    signMedia(key, { secret: mediaSecret(secrets.current), expiresAt: new Date(+clock.now() + BRIEFLY_MS) });

  const settings = createSettings({ db, vault: settingVault(secrets) });
  const companies = createCompanies({ db });
  const holidays = createHolidays({ db });
  const settingChanges = createChanges({ db, settings, company: companies });
  const tags = createTags({ db });
  const dashboard = createDashboard({ db, clock, companies });

  const quickMessages = createQuickMessages({ db, storage, limits });
  const fileLists = createFileLists({ db, storage, limits });
  const queues = createQueues({
    db,
    companies,
    settings,
    // Higher floors answer through wiring; nobody asks before the house stands.
    knownUser: (tx, id) => knownUser(tx, id),
    knownFileList: fileLists.known,
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
    knownQueues: queues.known,
    // Higher floors answer through wiring; nobody asks before the house stands.
    knownConnection: async (tx, id) => (await connections.tryWithin(tx, id)) !== undefined,
    handBack: async (tx, userId) => {
      await tickets.handBack(tx, userId);
      await quickMessages.leave(tx, userId);
    },
  });

  const vault = createVault(secrets);
  const place = (company: number) => ({ company, table: 'connections', field: 'secrets' });
  const connections = createConnections({
    db,
    clock,
    companies,
    settings,
    channels,
    knownQueues: queues.known,
    letGo: (tx, id) => delivery.letGo(tx, id),
    importWanted: (tx, connection) => history.wanted(tx, connection),
    dropped: (companyId, id) => numberHealth.note(companyId, id, 'disconnections'),
    seal: (plain, company) => vault.seal(plain, place(company)),
    unseal: (sealed, company) => vault.open(sealed, place(company)).reveal(),
    publicUrl,
    hasPlatformApp: meta.hasApp,
  });
  const linkPlace = (company: number) => ({ company, table: 'channel_links', field: 'token' });
  const pageLinking = createPageLinking({
    db,
    clock,
    connections,
    meta: meta.signIn,
    states: createLinkStates({ ...secrets, now: () => +clock.now(), lifeMs: LINK_STATE_MS }),
    sessionOf: access.doorkeeper.current,
    seal: (plain, company) => vault.seal(plain, linkPlace(company)),
    unseal: (sealed, company) => vault.open(sealed, linkPlace(company)).reveal(),
    publicUrl,
  });

  const numberHealth = createNumberHealth({
    db,
    clock,
    connections,
    backlog: (tx, id, atMost) => delivery.backlog(tx, id, atMost),
    paceOf: (connection) => delivery.paceOf(connection),
    takePace: (tx, id, ms) => delivery.takeForMasses(tx, id, ms),
    failed,
  });
  const knownUser = async (tx: Tx, id: number) => (await access.users.within(tx, id)) !== undefined;
  const contacts = createContacts({
    db,
    clock,
    settings,
    connections,
    knownTags: tags.known,
    knownQueues: queues.known,
    knownUser,
  });
  const contactSheets = createContactSheets({ db, clock, storage, limits, contacts, tags, connections, failed });
  const contactPictures = createContactPictures({ db, storage, connections });
  const introduce = createIntroducing({ db, connections, pictures: contactPictures });

  const nameOfUser = async (tx: Tx, id: number) => (await access.users.within(tx, id))?.name ?? '';
  const farewellOfUser = async (tx: Tx, id: number) => (await access.users.within(tx, id))?.farewellMessage ?? '';
  // Tickets decide what must be said, messages say it: the one is built with the other's answer, not with the other.
  const speaking = createSpeaking(
    {
      clock,
      companies,
      settings,
      connections,
      contacts,
      farewellOfUser,
      nameOfUser,
      templateFor: (tx, id, occasion) => templates.chosenFor(tx, id, occasion),
      endBot: (tx, id) => responding.endBot(tx, id),
    },
    () => tickets,
  );
  const tickets: Tickets = createTickets({
    db,
    clock,
    settings,
    connections,
    contacts,
    knownQueues: queues.known,
    knownUser,
    connectionOfUser: async (tx, id) => (await access.users.within(tx, id))?.connectionId ?? null,
    perform: speaking.perform,
  });
  const routing = createRouting({ clock, companies, settings, hadTurn: access.users.hadTurn });
  const { answer } = speaking;
  const briefing = createBriefing({ companies, settings, queues, connections });
  const trying = createTrying({ db, clock, briefing, connections, queues, tickets, fileLists, nameOfUser });
  const responding = createResponding({
    clock,
    briefing,
    contacts,
    tickets,
    fileLists,
    farewellOfUser,
    nameOfUser,
    choose: routing.choose,
  });
  const lanes = createLanes({ clock, companies, connections, tags, tickets, nameOfUser, answer });
  const clockwork = createClockwork({ db, clock, connections, tickets, routing, lanes, answer, failed });
  const desk = createDesk({ db, clock, tickets, isLane: tags.isLane, greet: lanes.greet, unreadAgain });
  const board = createBoard({ db, companies });
  const privacy = createPrivacy({
    db,
    clock,
    storage,
    contacts,
    hidesDeleted: async (tx) => (await settings.privacy(tx)).hidesDeleted,
    nameOfUser,
  });
  const notes = createNotes({ db, contacts, tickets });
  const messages = createMessages({
    db,
    clock,
    companies,
    connections,
    contacts,
    tickets,
    speaking,
    readersAmong: async (tx, ticket, ids) =>
      (await viewersWithin(tx, ids))
        .filter(({ viewer }) => may(viewer, 'ticket.read', ticket))
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
    filledValues: speaking.filledValues,
    knownQueues: queues.known,
    nameOfUser,
  });
  const transcribe = createTranscribing({
    db,
    storage,
    tickets,
    limits,
    safeFetch: egress.operator,
    serviceUrl: transcriptionUrl,
    key: () => settings.secret('openaikeyaudio'),
    failed,
  });
  const window = createWindow({ clock, connections, tickets, standIn: speaking.standIn });
  const delivery = createDelivery({
    db,
    connections,
    contacts,
    tickets,
    window,
    noted: numberHealth.note,
    failed,
  });
  const readReceipts = createReadReceipts({ db, connections, contacts, tickets, failed });
  const fetching = createFetching({ db, storage, connections, tickets, settings, failed });
  const media = createOutMedia({ db, storage, ffmpeg: createFfmpeg({ path: ffmpegPath }) });
  const idempotency = createIdempotency({ db });
  const sendApi = createSendApi({
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
    knownQueues: queues.known,
    knownUser,
  });

  const incoming = createIncoming({
    tickets,
    refused: (companyId, id) => numberHealth.note(companyId, id, 'refused'),
  });
  const history = createHistory({ db, clock, settings, connections, contacts, tickets, incoming, failed });

  const doors = createDoors({ db, connections });
  const inbound = createInbound({
    db,
    doors,
    settings,
    connections,
    contacts,
    tickets,
    incoming,
    pictures: contactPictures,
    goBack: lanes.goBack,
    responding,
    answer: speaking.answer,
    health: numberHealth,
    history,
    templates,
    failed,
  });
  const streetDoor = createStreetDoor({ db, doors, channels, woken: inbound.wake, passedBy });

  const push = createPush({
    db,
    limits,
    safeFetch: egress.users,
    reachesLoopback: egress.reachesLoopback,
    publicUrl,
    ownSecret: async (make) => (await settings.ownSecret('vapid', make)).reveal(),
    isHere,
    showsPending: async (tx) => (await settings.one(tx, 'showNotificationPending')) === true,
    viewers: async (tx, ids) => (await viewersWithin(tx, ids)).map(({ viewer }) => viewer),
    look: lookAtMessage({ settings, connections, contacts, tickets, messages, sign: signPicture }),
    failed,
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
    desk,
    routing,
    clockwork,
    board,
    notes,
    quickMessages,
    fileLists,
    dashboard,
    messages,
    templates,
    pageLinking,
    transcribe,
    delivery,
    readReceipts,
    fetching,
    media,
    idempotency,
    contactPictures,
    introduce,
    contactSheets,
    clock,
    sendApi,
    privacy,
    push,
    inbound,
    history,
    numberHealth,
    briefing,
    trying,
    doors,
    streetDoor,
    limits,
    tokens,
    db,
    storage,
    signFile: signPicture,
    signBriefly,
  };
}
export type Modules = ReturnType<typeof buildModules>;

export const mediaSecret = (secret: string): string => deriveKey(secret, 'media').toString('base64url');

/** Platform settings belong to no company: 0 stands for the platform. */
function settingVault(secrets: Foundations['secrets']): SettingVault {
  const vault = createVault(secrets);
  const place = (field: string) => ({ company: 0, table: 'platform_settings', field });
  return {
    seal: (plain, key) => vault.seal(plain, place(key)),
    open: (sealed, key) => vault.open(sealed, place(key)),
    last4: (sealed, key) => last4(vault.open(sealed, place(key)).reveal()),
  };
}
