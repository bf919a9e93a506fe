/** Something that a person must decide, above the checks. */
import { useState, type ReactNode } from 'react';
import { Button, ConfirmDialog, cx, Icon } from '../../ui/index.ts';
import css from './doctor.module.css';

interface DecisionNoticeProps {
  title: ReactNode;
  text: string;
  verb: string;
  /** The title of the confirmation. */
  question: string;
  busy: boolean;
  onConfirm: (onSettled: () => void) => void;
}

export function DecisionNotice({ title, text, verb, question, busy, onConfirm }: DecisionNoticeProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <section className={cx(css.card, css.verdict)} role="alert">
      <span className={cx(css.verdictIcon, css.warning)}>
        <Icon name="alert" size={20} />
      </span>
      <div className={css.grow}>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <Button kind="primary" onClick={() => setAsking(true)}>
        {verb}
      </Button>
      {asking && (
        <ConfirmDialog
          title={question}
          text={text}
          verb={verb}
          busy={busy}
          onConfirm={() => onConfirm(close)}
          onClose={close}
        />
      )}
    </section>
  );
}
