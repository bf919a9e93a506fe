import type { SandboxMessage } from '@balcao/contract/endpoints/sandbox';
import { formatTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { cx, Icon, IconButton, Menu, type IconName, type MenuItem } from '../../ui/index.ts';
import { Content } from './phone-content.tsx';
import css from './phone.module.css';
import { phoneTexts } from './phone.texts.ts';
import { useSandboxActions, type Aim, type Player } from './use-sandbox-actions.ts';

const EMOJI = ['👍', '❤️', '😂', '😮'];

interface BubbleProps extends Player {
  message: SandboxMessage;
  memberId: string | undefined;
  /** The first message in a row by one author. */
  isFirst: boolean;
  onAim: (aim: Aim) => void;
}

/** One message as the customer sees it: their own at the right, the company's at the left. */
export function Bubble({ message, isFirst, ...rest }: BubbleProps) {
  const t = useTexts(phoneTexts);
  const { fromCustomer, isDeleted, reactions } = message;
  return (
    <div className={cx(css.message, fromCustomer && css.own, isFirst && css.first, isDeleted && css.gone)}>
      <div className={css.bubble}>
        {isDeleted ? (
          <span className={css.deleted}>
            <Icon name="ban" size={14} /> {t('deleted')}
          </span>
        ) : (
          <>
            {message.author !== '' && isFirst && <b className={css.author}>{message.author}</b>}
            {message.isForwarded && (
              <span className={css.forwarded}>
                <Icon name="forward" size={14} /> {t('forwardedLabel')}
              </span>
            )}
            {message.isFromOwnPhone && (
              <span className={css.forwarded}>
                <Icon name="device" size={14} /> {t('fromOwnPhone')}
              </span>
            )}
            <Quoted message={message} />
            <Content message={message} {...rest} />
          </>
        )}
        <Meta message={message} />
      </div>
      {reactions.length > 0 && <span className={css.reactions}>{reactions.map(({ emoji }) => emoji).join(' ')}</span>}
      {!isDeleted && <BubbleActions message={message} {...rest} />}
    </div>
  );
}

function Quoted({ message: { quotes } }: { message: SandboxMessage }) {
  const t = useTexts(phoneTexts);
  const { user } = useSession();
  if (!quotes) return null;
  return (
    <span className={css.quote}>
      <b>{quotes.fromCustomer ? t('you') : user.company.name}</b>
      <span className="cut">{quotes.text}</span>
    </span>
  );
}

const ticks: Record<SandboxMessage['ticks'], IconName> = {
  waiting: 'clock',
  sent: 'ack',
  delivered: 'acks',
  read: 'acks',
  played: 'acks',
  failed: 'alert',
};

function Meta({ message }: { message: SandboxMessage }) {
  const t = useTexts(phoneTexts);
  const isRead = message.ticks === 'read' || message.ticks === 'played';
  return (
    <span className={css.meta}>
      {message.isEdited && `${t('edited')} · `}
      <time className="num" dateTime={message.at}>
        {formatTime(message.at)}
      </time>
      {message.fromCustomer && (
        <span className={cx(isRead && css.read)} role="img" aria-label={t(message.ticks)}>
          <Icon name={ticks[message.ticks]} size={16} />
        </span>
      )}
    </span>
  );
}

function BubbleActions({ connection, customer, memberId, message, onAim }: Omit<BubbleProps, 'isFirst'>) {
  const t = useTexts(phoneTexts);
  const { perform } = useSandboxActions(connection);
  const { wid, fromCustomer, content } = message;
  const of = { customerId: customer.id, memberId, wid };
  const hasOwnReaction = message.reactions.some((reaction) => reaction.fromCustomer);
  const items: (MenuItem | false)[] = [
    { key: 'reply', icon: 'reply', label: t('reply'), onClick: () => onAim({ type: 'reply', message }) },
    ...EMOJI.map((emoji) => ({
      key: emoji,
      icon: 'smile' as const,
      label: t('react', { emoji }),
      onClick: () => void perform({ act: 'react', ...of, emoji }),
    })),
    hasOwnReaction && {
      key: 'unreact',
      icon: 'x',
      label: t('unreact'),
      onClick: () => void perform({ act: 'react', ...of, emoji: '' }),
    },
    fromCustomer &&
      content.kind === 'text' && {
        key: 'edit',
        icon: 'edit',
        label: t('edit'),
        onClick: () => onAim({ type: 'edit', message }),
      },
    fromCustomer && {
      key: 'remove',
      icon: 'trash',
      label: t('remove'),
      danger: true,
      hasSeparator: true,
      onClick: () => void perform({ act: 'delete', ...of }),
    },
    !fromCustomer &&
      content.kind === 'media' &&
      content.isVoice && {
        key: 'play',
        icon: 'play',
        label: t('play'),
        onClick: () => void perform({ act: 'play', customerId: customer.id, wid }),
      },
    !fromCustomer && {
      key: 'fail',
      icon: 'alert',
      label: t('fail'),
      danger: true,
      hasSeparator: true,
      onClick: () => void perform({ act: 'fail', customerId: customer.id, wid, refusal: 'other' }),
    },
  ];
  return (
    <span className={css.actions}>
      <Menu
        side={fromCustomer ? 'bottom-end' : 'bottom-start'}
        target={
          <IconButton
            icon="more"
            label={t('actsOf', { text: textOf(message) })}
            tip={false}
            className={css.actionsButton}
          />
        }
        items={items.filter((item) => item !== false)}
      />
    </span>
  );
}

const MAX_LENGTH = 40;
/** A short text to recognize a message by. */
export function textOf({ content }: SandboxMessage): string {
  const text =
    'text' in content
      ? content.text
      : content.kind === 'media'
        ? content.caption || content.media.fileName
        : content.kind === 'choice' || content.kind === 'pix' || content.kind === 'event'
          ? content.title
          : content.kind === 'poll'
            ? content.question
            : content.kind;
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
