import { pixKeyTypes } from '@balcao/domain/message/pix';
import { z } from 'zod';
import { del, get, post, put } from '../kernel/endpoint.ts';
import {
  clockTime,
  done,
  id,
  idParams,
  timestamp,
  noContent,
  onOff,
  onOffInput,
  optionalId,
  page,
  pageQuery,
  plainText,
  requiredText,
} from '../kernel/schemas.ts';
import { Plan } from './companies.ts';

const QueueLabel = z.object({ id, name: z.string(), color: z.string() });
const flags = {
  allTicket: onOff,
  allowGroup: z.boolean(),
  allHistoric: onOff,
  allUserChat: onOff,
  userClosePendingTicket: onOff,
  showDashboard: onOff,
  allowRealTime: onOff,
  allowConnections: onOff,
};

/** What every user of the company can read of a user. */
export const UserBrief = z.object({
  id,
  name: z.string(),
  online: z.boolean(),
  /** Online, but gets no new tickets. */
  paused: z.boolean(),
  queues: z.array(QueueLabel),
});
export type UserBrief = z.infer<typeof UserBrief>;

/** All fields of a user, for the user itself and for admins. */
export const User = UserBrief.extend({
  email: z.string(),
  companyId: id,
  profile: z.enum(['user', 'admin']),
  super: z.boolean(),
  startWork: z.string(),
  endWork: z.string(),
  farewellMessage: z.string(),
  ...flags,
  whatsappId: id.nullable(),
  /** A signed URL, or null. */
  profileImage: z.string().nullable(),
  defaultTheme: z.enum(['light', 'dark']),
  defaultMenu: z.enum(['open', 'closed']),
  defaultTicketsManagerWidth: z.number(),
  createdAt: timestamp,
});
export type User = z.infer<typeof User>;
/** A user in the form that the viewer is allowed to read. */
export const SeenUser = z.union([User, UserBrief]);

export const SessionUser = User.extend({
  /** Key of the user's last PIX charge. */
  pixKey: z.object({ keyType: z.enum(pixKeyTypes), key: z.string(), merchantName: z.string() }).nullable(),
  company: z.object({
    id,
    name: z.string(),
    dueDate: timestamp,
    /** The subscription has expired. Decided by the server: the company of the platform owner never expires. */
    expired: z.boolean(),
    timeZone: z.string(),
    /** False until the link that was sent at sign-up is opened: no real channel and no invitation before. */
    emailConfirmed: z.boolean(),
    document: z.string().nullable(),
    plan: Plan,
    companieSettings: z.array(z.object({ key: z.string(), value: z.union([z.string(), z.boolean()]) })),
  }),
});
export type SessionUser = z.infer<typeof SessionUser>;
const SignedIn = z.object({ token: z.string(), user: SessionUser, sessionId: z.string() });

export const MIN_LIST_WIDTH = 404;
export const MAX_LIST_WIDTH = 700;
const listWidth = z.number().int().min(MIN_LIST_WIDTH).max(MAX_LIST_WIDTH);

export const email = plainText(254).trim().toLowerCase().pipe(z.email());
export const password = plainText(50).min(5);
export const queueIds = z.array(id).max(500);

/** Body of the user form. The web validates with the same schema. */
export const UserDraft = z.object({
  name: requiredText(2, 50),
  email,
  password,
  profile: z.enum(['user', 'admin']).default('user'),
  startWork: clockTime.default('00:00'),
  endWork: clockTime.default('23:59'),
  farewellMessage: plainText(4096).default(''),
  allTicket: onOffInput.default('disabled'),
  allowGroup: z.boolean().default(false),
  allHistoric: onOffInput.default('disabled'),
  allUserChat: onOffInput.default('disabled'),
  userClosePendingTicket: onOffInput.default('enabled'),
  showDashboard: onOffInput.default('disabled'),
  allowRealTime: onOffInput.default('disabled'),
  allowConnections: onOffInput.default('disabled'),
  whatsappId: optionalId,
  queueIds: queueIds.default([]),
  defaultTheme: z.enum(['light', 'dark']).default('light'),
  defaultMenu: z.enum(['open', 'closed']).default('open'),
});
/** Only given fields change; an empty password keeps the old one. */
export const UserChange = z.object({
  name: requiredText(2, 50).optional(),
  email: email.optional(),
  password: z.union([z.literal(''), password]).optional(),
  /** Required when users change their own password or e-mail. */
  currentPassword: plainText(50).optional(),
  profile: z.enum(['user', 'admin']).optional(),
  startWork: clockTime.optional(),
  endWork: clockTime.optional(),
  farewellMessage: plainText(4096).optional(),
  allTicket: onOffInput.optional(),
  allowGroup: z.boolean().optional(),
  allHistoric: onOffInput.optional(),
  allUserChat: onOffInput.optional(),
  userClosePendingTicket: onOffInput.optional(),
  showDashboard: onOffInput.optional(),
  allowRealTime: onOffInput.optional(),
  allowConnections: onOffInput.optional(),
  whatsappId: optionalId,
  queueIds: queueIds.optional(),
  defaultTheme: z.enum(['light', 'dark']).optional(),
  defaultMenu: z.enum(['open', 'closed']).optional(),
});

const UserPage = page('users', SeenUser).extend({
  /** User limit of the company's plan, shown beside the title. */
  limit: z.number().optional(),
});

export const access = {
  signIn: post('/auth/login', {
    body: z.object({
      email: plainText(254).trim().toLowerCase(),
      password: plainText(1024).min(1),
      rememberMe: z.boolean().default(false),
    }),
    reply: SignedIn,
    access: 'public',
    rate: 'sign-in',
  }),
  refresh: post('/auth/refresh_token', { reply: SignedIn, access: 'public', rate: 'refresh' }),
  signOut: del('/auth/logout', { reply: noContent, access: 'session.use', whenOverdue: true }),
  signOutEverywhere: del('/auth/sessions', { reply: noContent, access: 'session.use', whenOverdue: true }),
  me: get('/auth/me', { reply: z.object({ user: SessionUser }), access: 'session.use', whenOverdue: true }),

  users: get('/users', { query: pageQuery, reply: UserPage, access: 'user.read' }),
  pickUsers: get('/users/list', {
    reply: z.array(UserBrief.extend({ email: z.string().optional() })),
    access: 'user.read',
  }),
  showUser: get('/users/:id', { params: idParams, reply: SeenUser, access: 'user.read' }),
  createUser: post('/users', { body: UserDraft, reply: User, access: 'user.manage' }),
  updateUser: put('/users/:id', { params: idParams, body: UserChange, reply: User, access: 'session.use' }),
  removeUser: del('/users/:id', { params: idParams, reply: done, access: 'user.manage' }),
  keepListWidth: put('/users/toggleChangeWidht/:id', {
    params: idParams,
    body: z.object({ defaultTicketsManagerWidth: listWidth }),
    reply: User,
    access: 'session.use',
  }),
  /** Pauses a user: keeps its tickets and gets no new ones. Allowed for the user itself and for admins. */
  pause: put('/users/:id/pause', {
    params: idParams,
    body: z.object({ paused: z.boolean() }),
    reply: SeenUser,
    access: 'session.use',
  }),
  pictureOfUser: post('/users/:id/media-upload', {
    params: idParams,
    files: 'profileImage',
    reply: z.object({ user: User, message: z.string() }),
    access: 'session.use',
    rate: 'upload',
  }),
};
