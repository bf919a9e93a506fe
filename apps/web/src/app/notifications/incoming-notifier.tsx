/** Plays a sound, shows a notification and counts incoming messages of this user on every screen. */
import type { Payload } from '@balcao/contract/events/topics';
import { formatted, plainTextOf } from '@balcao/domain/message/formatting';
import { isNotified } from '@balcao/domain/ticket/notification';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { usePreviewText } from '../../entities/messages/preview.ts';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useTopic, useRoom } from '../../lib/topics.tsx';
import { beforeSignOut } from '../../lib/before-sign-out.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useVolume } from '../../lib/volume.ts';
import { showNotification, useNotifications, type AppNotification } from './desktop.ts';
import { notificationTexts } from './notifications.texts.ts';
import { useSendFailures } from './send-failures.ts';
import { onOpenRequested, registration } from './service-worker.ts';
import { playSound } from '../../lib/sound.ts';
import { useRefetchUnread, useUnread } from './unread.ts';

type NewMessageEvent = Extract<Payload<'appMessage'>, { action: 'create' }>;
const MAX_PREVIEW_CHARS = 120;
/** Long enough to recognize a burst, too short to be noticed. */
const BATCH_MS = 250;
const MAX_AT_ONCE = 3;

export function IncomingNotifier() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [volume] = useVolume();
  const { on } = useNotifications();
  const shouldNotify = useNotificationRule();
  const notify = useBatchedNotifications();
  useRoom('notification');
  useRefetchUnread();
  useAppBadge();
  useSendFailures();
  usePush(on);

  const open = useEffectEvent((url: string) => void navigate({ to: url }));
  useEffect(() => {
    void registration();
    return onOpenRequested((url) => open(url));
  }, []);

  useTopic('appMessage', (payload) => {
    if (payload.action !== 'create' || !shouldNotify(payload)) return;
    const isBeingViewed =
      pathname.toLowerCase() === `/tickets/${payload.ticket.uuid}` && document.visibilityState === 'visible';
    if (isBeingViewed) return;
    playSound('general', volume);
    if (on) notify(payload);
  });
  return null;
}

/** Whether a customer's new message is notified; during a pause, pending tickets are not. */
function useNotificationRule(): (event: NewMessageEvent) => boolean {
  const { actor, user } = useSession();
  const showNotificationPending = useCompanySetting('showNotificationPending') !== false;
  return ({ message, ticket }) =>
    !message.fromMe &&
    !message.read &&
    !(user.paused && ticket.userId === null) &&
    isNotified(
      actor,
      { showNotificationPending },
      { ...ticket, groupAsTicket: ticket.whatsapp?.groupAsTicket === 'enabled' },
    );
}

/** One notification per ticket; a burst of tickets gets a single one. */
function useBatchedNotifications(): (event: NewMessageEvent) => void {
  const t = useTexts(notificationTexts);
  const previewText = usePreviewText();
  const navigate = useNavigate();
  const waiting = useRef(new Map<string, NewMessageEvent>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const open = (to: string) => void navigate({ to });
  const flush = () => {
    const all = [...waiting.current.values()];
    waiting.current.clear();
    if (all.length <= MAX_AT_ONCE)
      return all.forEach((event) => showNotification(notificationOf(event, previewText), open));
    const names = all.slice(-MAX_AT_ONCE).map(({ ticket }) => ticket.contact.name);
    showNotification(
      { title: t('rush', { count: all.length }), body: `${names.join(', ')}…`, tag: 'rush', url: '/tickets' },
      open,
    );
  };
  return (event) => {
    if (waiting.current.size === 0) timer.current = setTimeout(flush, BATCH_MS);
    waiting.current.set(event.ticket.uuid, event);
  };
}

const notificationOf = (
  { message, ticket }: NewMessageEvent,
  previewText: (lastMessage: string) => string,
): AppNotification => ({
  title: ticket.contact.name,
  body: previewOf(message.body, previewText(ticket.lastMessage)),
  tag: ticket.uuid,
  url: `/tickets/${ticket.uuid}`,
});

/** A message without text is described in the list. Cut by grapheme: half an emoji is none. */
function previewOf(body: string, lastMessage: string): string {
  const text = plainTextOf(formatted(body)).trim() || lastMessage;
  const graphemes = [...new Intl.Segmenter().segment(text.slice(0, MAX_PREVIEW_CHARS * 12))].map(
    ({ segment }) => segment,
  );
  return graphemes.length <= MAX_PREVIEW_CHARS
    ? graphemes.join('')
    : `${graphemes.slice(0, MAX_PREVIEW_CHARS - 1).join('')}…`;
}

/** The badge on the icon of the installed app. */
function useAppBadge(): void {
  const unread = useUnread();
  useEffect(() => {
    // Only installed apps have a badge; elsewhere the method is missing or rejects.
    void navigator.setAppBadge?.(unread).catch(() => {});
  }, [unread]);
  useEffect(() => {
    const clear = async () => navigator.clearAppBadge?.();
    const stop = beforeSignOut(clear);
    return () => {
      stop();
      void clear().catch(() => {});
    };
  }, []);
}

/** Also subscribes to web push while notifications are on; signing out removes the subscription. */
function usePush(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    // If it cannot be loaded, the open page still shows notifications.
    const webPush = import('./web-push.ts');
    void webPush.then((module) => module.subscribe()).catch(() => {});
    const stop = beforeSignOut(async () => (await webPush).unsubscribe());
    return stop;
  }, [on]);
}
