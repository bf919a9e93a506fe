/** The pages of the small bundle, by path. */
import { lazy, type ComponentType } from 'react';
import { entryPathOf, type EntryPath } from '../../lib/entry-paths.ts';
import { SignInPage } from './sign-in-page.tsx';

/** Pages other than the sign-in are loaded when they are opened. */
const pages: Record<EntryPath, ComponentType> = {
  '/login': SignInPage,
  '/forgetpsw': lazy(async () => ({ default: (await import('./password-reset-page.tsx')).PasswordResetPage })),
  '/convite': lazy(async () => ({ default: (await import('./invitation-page.tsx')).InvitationPage })),
  '/signup': lazy(async () => ({ default: (await import('./sign-up-page.tsx')).SignUpPage })),
  '/confirm-email': lazy(async () => ({ default: (await import('./confirm-email-page.tsx')).ConfirmEmailPage })),
};

export const pageAt = (path: string): ComponentType => pages[entryPathOf(path) ?? '/login'];
