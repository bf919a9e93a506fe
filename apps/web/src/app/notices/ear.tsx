/** Rings, shows and counts what comes in for this person, on whatever screen they are. */
import type { Told } from '@balcao/contract/events/topics';
import { formatted, wordsOf } from '@balcao/domain/message/formatting';
import { isNotified } from '@balcao/domain/ticket/notified';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useLive, useRoom } from '../../lib/live.tsx';
import { beforeSignOut } from '../../lib/signing-out.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { useVolume } from '../../lib/volume.ts';
import { show, useNotices, type Notice } from './desktop.ts';
import { noticeTexts } from './notices.texts.ts';
import { onOpenAsked, registration } from './service-worker.ts';
import { ring } from './sound.ts';
import { useFreshUnread, useUnread } from './unread.ts';

type Came = Extract<Told<'appMessage'>, { action: 'create' }>;
const PREVIEW_MOST = 120;
/** Long enough to tell a rush from a message, too short to be felt. */
const GATHER_MS = 250;
const MOST_AT_ONCE = 3;

export function Ear() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [volume] = useVolume();
  const { on } = useNotices();
  const rings = useRule();
  const notify = useGathered();
  useRoom('notification');
  useFreshUnread();
  useAppBadge();
  usePush(on);

  const open = useEffectEvent((url: string) => void navigate({ to: url }));
  useEffect(() => {
    void registration();
    return onOpenAsked((url) => open(url));
  }, []);

  useLive('appMessage', (told) => {
    if (told.action !== 'create' || !rings(told)) return;
    const isLookedAt =
      pathname.toLowerCase() === `/tickets/${told.ticket.uuid}` && document.visibilityState === 'visible';
    if (isLookedAt) return;
    ring('general', volume);
    if (on) notify(told);
  });
  return null;
}

/** A customer's fresh message that the rule lets ring; on pause nothing rings that is nobody's yet. */
function useRule(): (came: Came) => boolean {
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

/** Shows what came, one notice a conversation; of a rush of them only that there is one. */
function useGathered(): (came: Came) => void {
  const t = useTexts(noticeTexts);
  const navigate = useNavigate();
  const waiting = useRef(new Map<string, Came>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const open = (to: string) => void navigate({ to });
  const flush = () => {
    const all = [...waiting.current.values()];
    waiting.current.clear();
    if (all.length <= MOST_AT_ONCE) return all.forEach((came) => show(noticeOf(came), open));
    const names = all.slice(-MOST_AT_ONCE).map(({ ticket }) => ticket.contact.name);
    show({ title: t('rush', { count: all.length }), body: `${names.join(', ')}…`, tag: 'rush', url: '/tickets' }, open);
  };
  return (came) => {
    if (waiting.current.size === 0) timer.current = setTimeout(flush, GATHER_MS);
    waiting.current.set(came.ticket.uuid, came);
  };
}

const noticeOf = ({ message, ticket }: Came): Notice => ({
  title: ticket.contact.name,
  body: previewOf(message.body, ticket.lastMessage),
  tag: ticket.uuid,
  url: `/tickets/${ticket.uuid}`,
});

/** What was sent without words has them in the list. Cut by letters as people see them: half an emoji is none. */
function previewOf(body: string, lastMessage: string): string {
  const words = wordsOf(formatted(body)).trim() || lastMessage;
  const letters = [...new Intl.Segmenter().segment(words.slice(0, PREVIEW_MOST * 12))].map(({ segment }) => segment);
  return letters.length <= PREVIEW_MOST ? letters.join('') : `${letters.slice(0, PREVIEW_MOST - 1).join('')}…`;
}

/** The number on the icon of the installed app. */
function useAppBadge(): void {
  const unread = useUnread();
  useEffect(() => {
    // Only installed apps have one; elsewhere it is missing or refuses.
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

/** While it is wanted, also for the time when no page is open; whoever signs out takes it along. */
function usePush(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    // Without it there are still the notices of the open page.
    const pushing = import('./web-push.ts');
    void pushing.then((room) => room.subscribe()).catch(() => {});
    const stop = beforeSignOut(async () => (await pushing).unsubscribe());
    return stop;
  }, [on]);
}
