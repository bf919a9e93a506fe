/** The buttons below the text. Not rendered again at every key. */
import { memo, Suspense, useMemo } from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx, Icon, IconButton, Popover, Skeleton, type MenuItem } from '../../../ui/index.ts';
import { usePhone } from '../../../lib/narrow.ts';
import { AttachMenu, type Form } from './attach-menu.tsx';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';

const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx').then((module) => module.default));

export interface ToolbarProps {
  /** The channel has templates. */
  hasTemplates: boolean;
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  /** Null where the company does not sign. */
  signs: boolean | null;
  onSigns: (signs: boolean) => void;
  onInsert: (text: string) => void;
  /** Returns the focus to the text. */
  onFocus: () => void;
  onCall: () => void;
  /** Null where the plan has no scheduled messages. */
  onSchedule: (() => void) | null;
  onFiles: (files: readonly File[]) => void;
  onForm: (form: Form) => void;
}

export const Toolbar = memo(function Toolbar({
  hasTemplates,
  isNote,
  onNote,
  signs,
  onSigns,
  onInsert,
  onFocus,
  onCall,
  onSchedule,
  onFiles,
  onForm,
}: ToolbarProps) {
  const t = useTexts(composerTexts);
  const isPhone = usePhone();
  // A phone has space for four buttons beside the text; the others are in the menu.
  const more = useMemo<readonly MenuItem[]>(
    () =>
      isPhone
        ? [
            { key: 'replies', icon: 'bolt', label: t('quickReplies'), onClick: onCall, hasSeparator: true },
            ...(onSchedule
              ? [{ key: 'schedule', icon: 'calendar' as const, label: t('schedule'), onClick: onSchedule }]
              : []),
            ...(signs === null
              ? []
              : [
                  {
                    key: 'sign',
                    icon: 'sign' as const,
                    label: t('sign'),
                    chosen: signs,
                    onClick: () => onSigns(!signs),
                  },
                ]),
          ]
        : [],
    [isPhone, t, onCall, onSchedule, signs, onSigns],
  );

  return (
    <div className={css.tools}>
      <AttachMenu isNote={isNote} hasTemplates={hasTemplates} more={more} onFiles={onFiles} onForm={onForm} />
      <span className={css.emoji}>
        <Popover
          label={t('emoji')}
          side="bottom-start"
          onClose={onFocus}
          target={(opener) => <IconButton icon="smile" size="md" label={t('emoji')} tip={false} {...opener} />}
        >
          {(close) => (
            <Suspense fallback={<Skeleton width={324} height={320} />}>
              <EmojiPicker
                onChoose={(emoji) => {
                  close();
                  onInsert(emoji);
                }}
              />
            </Suspense>
          )}
        </Popover>
      </span>
      <span className={css.wide}>
        <IconButton icon="bolt" size="md" label={t('quickReplies')} onClick={onCall} />
      </span>
      {onSchedule && (
        <span className={css.wide}>
          <IconButton icon="calendar" size="md" label={t('schedule')} onClick={onSchedule} />
        </span>
      )}
      <span className={cx(css.line, css.wide)} />
      <button
        type="button"
        className={cx(css.toggle, css.noteToggle, isNote && css.on)}
        aria-pressed={isNote}
        aria-label={t('note')}
        onClick={() => onNote(!isNote)}
      >
        <Icon name="lock" size={16} />
        <span className={css.toggleText}>{t('note')}</span>
      </button>
      {signs !== null && !isNote && (
        <button
          type="button"
          role="switch"
          aria-checked={signs}
          aria-label={t('sign')}
          className={cx(css.toggle, css.wide)}
          onClick={() => onSigns(!signs)}
        >
          <Icon name="sign" size={16} />
          <span className={css.toggleText}>{t('sign')}</span>
          <span className={cx(css.knob, signs && css.knobOn)} aria-hidden="true" />
        </button>
      )}
    </div>
  );
});
