/** Priority of an announcement: a bar in its color, unless there is one beside it, and always the word. */
import { cx } from '../../ui/index.ts';
import css from './priority-mark.module.css';

export type Priority = 1 | 2 | 3;
const classes = { 1: css.high, 2: css.medium, 3: css.low };

export const PriorityMark = ({
  priority,
  hasBar = true,
  children,
}: {
  priority: Priority;
  hasBar?: boolean;
  children: string;
}) => <span className={cx(css.mark, hasBar && css.bar, classes[priority])}>{children}</span>;
