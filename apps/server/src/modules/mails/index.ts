export { createMails, type MailOutcome, type Mails } from './mails.ts';
export { mailRoutes } from './mails.routes.ts';
