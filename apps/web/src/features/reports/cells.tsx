/** Cells that several tables of the reports have. */
import { Avatar } from '../../ui/index.ts';
import css from './reports.module.css';

export const ContactCell = ({ name }: { name: string }) => (
  <span className={css.person}>
    <Avatar name={name} size={24} />
    <bdi className="cut">{name}</bdi>
  </span>
);
