import type { UserDeps } from './users.ts';

export { createAccess, type Access } from './access.ts';
export { accessRoutes } from './access.routes.ts';
export { invitationRoutes } from './invitations.routes.ts';
export { passwordResetRoutes } from './password-reset.routes.ts';
export { supportRoutes } from './support.routes.ts';
export { signUpRoutes } from './sign-up.routes.ts';
export { presentUserBrief, presentUser } from './access.wire.ts';
export { loadViewers } from './viewers.ts';

/** Answered by modules that are built later; bound in wiring/upward-calls.ts. */
export type AccessUpwardCalls = Pick<UserDeps, 'connectionExists'>;
