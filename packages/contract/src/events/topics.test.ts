import { describe, expect, it } from 'vitest';
import { eventName } from './names.ts';
import { clientEvents, topics, type Topic } from './topics.ts';

/**
 * Event names of the specification. The publisher adds chat-{id} and chat-user-{id}; company-announcement
 * and admin-whatsapp have no company; company-{id}-help is sent to every company and is no topic of one. */
const specified = [
  'company-7-ticket',
  'company-7-appMessage',
  'company-7-contact',
  'company-7-auth',
  'company-7-user',
  'company-7-whatsapp',
  'company-7-whatsappSession',
  'company-7-file',
  'company-7-tag',
  'company-7-settings',
  'company-7-queue',
  'company-7-quickmessage',
  'company-7-schedule',
  'company-7-payment',
  'company-7-prompt',
  'company-7-queueIntegration',
  'company-7-chat',
];
/** Own topics: not in the specification, or there with another pattern (importMessages-{company}). */
const extra = [
  'company-7-contactImport',
  'company-7-contactExport',
  'company-7-reportExport',
  'company-7-livePanel',
  'company-7-importMessages',
  'company-7-companyHours',
  'company-7-removal',
  'company-7-flowbuilder',
  'company-7-flowcampaign',
  'company-7-campaign',
  'company-7-campaignSettings',
  'company-7-ContactList',
  'company-7-ContactListItem',
];

describe('socket events', () => {
  it('have the names of the specification and of the own topics, and no others [F-E4] [M-316]', () => {
    const names = (Object.keys(topics) as Topic[]).map((topic) => eventName(7, topic));
    expect(names.toSorted()).toEqual([...specified, ...extra].toSorted());
  });

  it('contain the changed record under its name, or the id of a removed one', () => {
    expect(topics.tag.safeParse({ action: 'delete', tagId: 3 }).success).toBe(true);
    expect(topics.tag.safeParse({ action: 'update', tagId: 3 }).success).toBe(false);
    expect(
      topics.user.safeParse({ action: 'update', user: { id: 1, name: 'Ana', online: true, paused: false, queues: [] } })
        .success,
    ).toBe(true);
    expect(topics.queue.safeParse({ action: 'delete', queueId: 3 }).success).toBe(true);
  });

  it('of the client include those of the specification, with both leave events [M-315]', () => {
    expect(clientEvents).toEqual(
      expect.arrayContaining([
        'joinNotification',
        'joinTickets',
        'leaveTickets',
        'leaveNotification',
        'joinChatBox',
        'joinChatBoxLeave',
        'userStatus',
      ]),
    );
  });
});
