import { describe, expect, it } from 'vitest';
import { eventName } from './names.ts';
import { clientEvents, topics, type Topic } from './topics.ts';

/** Topics of the specification. */
const specified =
  'ticket appMessage contact chat auth user whatsapp whatsappSession payment prompt queueIntegration file tag settings queue quickmessage'.split(
    ' ',
  );
/** Own topics: not in the specification, or there with another pattern (importMessages-{company}). */
const extraTopics = ['contactImport', 'contactExport', 'importMessages', 'companyHours'];

describe('socket events', () => {
  it('are named company-{id}-{topic}, with the topics of the specification [M-316]', () => {
    const names = (Object.keys(topics) as Topic[]).map((topic) => eventName(7, topic));
    expect(names).toEqual(Object.keys(topics).map((topic) => `company-7-${topic}`));
    expect(Object.keys(topics).filter((topic) => !specified.includes(topic))).toEqual(extraTopics);
  });

  it('contain the changed record under its name, or the id of a removed one [M-316]', () => {
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
