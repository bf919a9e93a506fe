/**
 * A dialog with a form or content: header, tabs and footer stay, the body scrolls; full height on a phone.
 * With tabs it keeps its height, so that the tabs do not move when another one is opened.
 */
import { createContext, useContext, useState, type FormEventHandler, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { cx } from './cx.ts';
import css from './dialog.module.css';
import { Icon } from './icons.tsx';
import { chooseFirstFocus } from './overlay.ts';
import { Window, WindowTitle } from './window.tsx';
import { useUiTexts } from './ui-texts.tsx';

export interface DialogProps {
  title: string;
  /** An avatar, a color or an icon before the title. */
  icon?: ReactNode;
  /** A control for the whole dialog, beside the close button. */
  action?: ReactNode;
  onClose: () => void;
  /** While true, the footer shows a hint and closing asks first. */
  dirty?: boolean;
  width?: 440 | 560 | 640 | 700;
  tabs?: ReactNode;
  /** Below the title; does not scroll. */
  subhead?: ReactNode;
  footer?: ReactNode;
  /**
   * Shown beside the body, or below it on a narrow screen. Its place is kept free unless it is undefined, so that the
   * body does not move when it opens.
   */
  aside?: ReactNode;
  /** If given, the whole dialog is one form, sent by a submit button in the footer. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  children: ReactNode;
}

export function Dialog({
  title,
  icon,
  action,
  onClose,
  dirty = false,
  width = 560,
  tabs,
  subhead,
  footer,
  aside,
  onSubmit,
  children,
}: DialogProps) {
  const t = useUiTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const insideClass = cx(css.inside, tabs ? css.tabbed : undefined);
  const close = () => (dirty ? setIsConfirming(true) : onClose());

  const inside = (
    <>
      {/* No header and footer elements: outside a section they are the banner and the footer of the whole page. */}
      <div className={css.head}>
        {icon}
        <WindowTitle>{title}</WindowTitle>
        {action}
        <button type="button" className={css.close} aria-label={t('close')} onClick={close}>
          <Icon name="x" />
        </button>
      </div>
      {subhead && <div className={css.subhead}>{subhead}</div>}
      {tabs && <div className={css.tabs}>{tabs}</div>}
      <div className={css.middle}>
        <div className={css.body}>{children}</div>
        {aside && <div className={css.aside}>{aside}</div>}
      </div>
      {footer && (
        <div className={css.foot}>
          <span className={css.unsaved} aria-live="polite">
            {dirty && t('unsaved')}
          </span>
          {footer}
        </div>
      )}
    </>
  );

  return (
    <DialogCloseContext value={close}>
      <Window
        onClose={close}
        width={width}
        aside={aside === undefined ? undefined : aside ? 'open' : 'closed'}
        closable={!isConfirming}
      >
        {onSubmit ? (
          <form className={insideClass} onSubmit={onSubmit} noValidate ref={chooseFirstFocus}>
            {inside}
          </form>
        ) : (
          <div className={insideClass} ref={chooseFirstFocus}>
            {inside}
          </div>
        )}
      </Window>
      {isConfirming && (
        <ConfirmDialog
          title={t('discardTitle')}
          text={t('discardText')}
          verb={t('discard')}
          safe={t('keepEditing')}
          danger
          onConfirm={onClose}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </DialogCloseContext>
  );
}

/** “Cancelar” in the footer: closes the dialog, asking first when there are unsaved changes. */
export function DialogCancel({ children }: { children?: ReactNode }) {
  const t = useUiTexts();
  return <Button onClick={useContext(DialogCloseContext)}>{children ?? t('cancel')}</Button>;
}

const DialogCloseContext = createContext<() => void>(() => {});
