import { formatted } from '@balcao/domain/message/formatting';
import { FormattedParts } from '../../entities/messages/formatted-text.tsx';
import css from './phone.module.css';

/** Formatting marks are shown as on a phone. */
export const PhoneText = ({ text }: { text: string }) => (
  <span className={css.text}>
    <FormattedParts parts={formatted(text)} hasLinks />
  </span>
);
