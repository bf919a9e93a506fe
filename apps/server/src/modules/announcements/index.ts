export { createAnnouncements, type Announcements } from './announcements.ts';
export { announcementRoutes } from './announcements.routes.ts';
