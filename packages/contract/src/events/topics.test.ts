import { describe, expect, it } from 'vitest';
import { eventName } from './names.ts';
import { clientEvents, topics, type Topic } from './topics.ts';

/** The names of the specification, and those of the calls that announce their changes. */
const specified =
  'ticket appMessage contact chat auth user whatsapp whatsappSession payment prompt queueIntegration file tag settings queue quickmessage'.split(
    ' ',
  );
/** Ours: of what the specification does not know, or calls by another pattern (importMessages-{company}). */
const extraTopics = ['contactImport', 'contactExport', 'importMessages', 'companyHours'];

describe('socket events', () => {
  it('are named after the company and the topic, with a dash between, and only as specified [M-316]', () => {
    const names = (Object.keys(topics) as Topic[]).map((topic) => eventName(7, topic));
    expect(names).toEqual(Object.keys(topics).map((topic) => `company-7-${topic}`));
    expect(Object.keys(topics).filter((topic) => !specified.includes(topic))).toEqual(extraTopics);
  });

  it('carry what changed under the name of the thing, or its id when it is gone [M-316]', () => {
    expect(topics.tag.safeParse({ action: 'delete', tagId: 3 }).success).toBe(true);
    expect(topics.tag.safeParse({ action: 'update', tagId: 3 }).success).toBe(false);
    expect(
      topics.user.safeParse({ action: 'update', user: { id: 1, name: 'Ana', online: true, paused: false, queues: [] } })
        .success,
    ).toBe(true);
    expect(topics.queue.safeParse({ action: 'delete', queueId: 3 }).success).toBe(true);
  });

  it('of the client are the specified ones, both spellings of leaving included [M-315]', () => {
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
