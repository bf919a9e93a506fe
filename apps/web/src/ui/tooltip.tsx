import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type DOMAttributes,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { useKit } from './kit.ts';

const DELAY_MS = 400;

type TargetProps = DOMAttributes<HTMLElement> & { ref?: Ref<HTMLElement>; 'aria-describedby'?: string | undefined };

/** Shown on hover and on keyboard focus. The child must be one element that accepts a ref. */
export function Tooltip({
  label,
  side = 'bottom',
  disabled = false,
  children,
}: {
  label: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  disabled?: boolean;
  children: ReactElement;
}) {
  const id = useId();
  const { props } = children as ReactElement<TargetProps>;
  const at = useRef<HTMLElement>(null);
  const ref = useMergedRef(at, props.ref);
  const { open, wasOpened, show, hide } = useOpening();
  const isOpen = open && !disabled;
  const kit = useKit(wasOpened);
  const handlers: TargetProps = {
    ref,
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      if (event.pointerType !== 'touch') show(DELAY_MS);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      hide();
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.target.matches(':focus-visible')) show(0);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      hide();
    },
    'aria-describedby': isOpen && kit ? id : props['aria-describedby'],
  };
  return (
    <>
      {cloneElement(children as ReactElement<TargetProps>, handlers)}
      {wasOpened && kit && <kit.Tip id={id} at={at} side={side} open={isOpen} onClose={hide} label={label} />}
    </>
  );
}

function useOpening() {
  const [open, setOpen] = useState(false);
  /** The tip is mounted when it is shown first: a screen may have hundreds of tooltips. */
  const [wasOpened, setWasOpened] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const hide = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const reveal = () => {
    setWasOpened(true);
    setOpen(true);
  };
  const show = (delayMs: number) => {
    clearTimeout(timer.current);
    if (delayMs === 0) reveal();
    else timer.current = setTimeout(reveal, delayMs);
  };
  useEffect(() => {
    if (!open) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open]);
  return { open, wasOpened, show, hide };
}
