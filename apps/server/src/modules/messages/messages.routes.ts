import { endpoints } from '@balcao/contract';
import { handle } from '../../infrastructure/http/handle.ts';
import type { Messages } from './messages.ts';
import { presentMessages } from './reading/message-views.ts';
import { readingRoutes, type ReadingRouteDeps } from './reading/read.routes.ts';
import { interactiveRoutes, type InteractiveRouteDeps } from './sending/interactive.routes.ts';
import { sendingAdmissions, sendingRoutes, type SendingRouteDeps } from './sending/send.routes.ts';

export const messageRoutes = (messages: Messages, deps: ReadingRouteDeps & SendingRouteDeps & InteractiveRouteDeps) => {
  const present = presentMessages(deps);
  const handlers = {
    ...readingRoutes(messages, deps),
    ...sendingRoutes(messages, present, deps),
    ...interactiveRoutes(messages, present, deps),
  };
  return handle('messages', endpoints.messages, handlers, sendingAdmissions(messages, deps));
};
