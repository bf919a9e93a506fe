import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useStored } from './stored.ts';
import { useVolume } from './volume.ts';

describe('useStored', () => {
  it('outlives its component and is shared by all users of the key', () => {
    const first = renderHook(() => useStored('groups', ['a']));
    const second = renderHook(() => useStored('groups', ['a']));
    expect(first.result.current[0]).toEqual(['a']);
    act(() => first.result.current[1](['a', 'b']));
    expect(second.result.current[0]).toEqual(['a', 'b']);
    expect(renderHook(() => useStored('groups', ['a'])).result.current[0]).toEqual(['a', 'b']);
  });

  it('treats a damaged value as none', () => {
    localStorage.setItem('groups', '{oops');
    expect(renderHook(() => useStored('groups', 1)).result.current[0]).toBe(1);
  });

  it('starts at full volume and changes in tenths from 0 to 1', () => {
    const { result } = renderHook(() => useVolume());
    expect(result.current[0]).toBe(1);
    act(() => result.current[1](0.34));
    expect(result.current[0]).toBe(0.3);
    act(() => result.current[1](-2));
    expect(result.current[0]).toBe(0);
    act(() => result.current[1](7));
    expect(result.current[0]).toBe(1);
  });
});
