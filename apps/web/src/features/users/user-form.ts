/** Draft of the user form: its fields, validation and the part the current user may send. */
import { UserChange, UserDraft, type User } from '@balcao/contract/endpoints/access';
import { can } from '@balcao/domain/policy/policy';
import type { Actor } from '@balcao/domain/policy/actor';
import type { z } from 'zod';
import type { useDraftForm } from '../../lib/draft-form.ts';

/** An empty password leaves the stored one unchanged. */
export const UserEdit = UserDraft.extend({
  password: UserChange.shape.password,
  currentPassword: UserChange.shape.currentPassword,
});
/** A new user requires a password. */
export const NewUser = UserDraft as unknown as typeof UserEdit;

export type UserForm = ReturnType<typeof useDraftForm<typeof UserEdit>>;
type Values = z.input<typeof UserEdit>;

export const blankUser: Values = {
  name: '',
  email: '',
  password: '',
  currentPassword: '',
  profile: 'user',
  startWork: '00:00',
  endWork: '23:59',
  farewellMessage: '',
  allTicket: 'disabled',
  allowGroup: false,
  allHistoric: 'disabled',
  allUserChat: 'disabled',
  userClosePendingTicket: 'enabled',
  showDashboard: 'disabled',
  allowRealTime: 'disabled',
  allowConnections: 'disabled',
  whatsappId: '',
  queueIds: [],
  defaultTheme: 'light',
  defaultMenu: 'open',
};

/** Only the fields of the form; the others must not be sent back. */
export const draftOf = (user: User): Values => ({
  name: user.name,
  email: user.email,
  password: '',
  currentPassword: '',
  profile: user.profile,
  startWork: user.startWork,
  endWork: user.endWork,
  farewellMessage: user.farewellMessage,
  allTicket: user.allTicket,
  allowGroup: user.allowGroup,
  allHistoric: user.allHistoric,
  allUserChat: user.allUserChat,
  userClosePendingTicket: user.userClosePendingTicket,
  showDashboard: user.showDashboard,
  allowRealTime: user.allowRealTime,
  allowConnections: user.allowConnections,
  whatsappId: user.whatsappId ?? '',
  queueIds: user.queues.map((queue) => queue.id),
  defaultTheme: user.defaultTheme,
  defaultMenu: user.defaultMenu,
});

/** Permissions are sent only by users who may grant them; the server checks the same. */
export function sendable(draft: z.output<typeof UserEdit>, actor: Actor): z.input<typeof UserChange> {
  const { queueIds, currentPassword, ...rest } = draft;
  const { name, email, password, farewellMessage, defaultTheme, defaultMenu } = draft;
  return {
    ...(can(actor, 'user.edit-profile') ? rest : { name, email, password, farewellMessage, defaultTheme, defaultMenu }),
    ...(currentPassword ? { currentPassword } : {}),
    ...(can(actor, 'user.edit-queues') ? { queueIds } : {}),
  };
}

/** The current password belongs to changes of the own user only. */
export function newUserOf({ currentPassword: _, ...draft }: z.output<typeof UserEdit>) {
  return { ...draft, password: draft.password ?? '' };
}
