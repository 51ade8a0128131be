// The events, with the DOM's names; `inview` is the client script's own.

extension AttributeName {
    @usableFromInline package static var onClick: Self { Self(398, .event) }
    @usableFromInline package static var onChange: Self { Self(399, .event) }
    @usableFromInline package static var onSubmit: Self { Self(400, .event) }
    @usableFromInline package static var onInput: Self { Self(401, .event) }
    @usableFromInline package static var onDoubleClick: Self { Self(402, .event) }
    @usableFromInline package static var onFocus: Self { Self(403, .event) }
    @usableFromInline package static var onBlur: Self { Self(404, .event) }
    @usableFromInline package static var onFocusIn: Self { Self(405, .event) }
    @usableFromInline package static var onFocusOut: Self { Self(406, .event) }
    @usableFromInline package static var onKeyDown: Self { Self(407, .event) }
    @usableFromInline package static var onKeyUp: Self { Self(408, .event) }
    @usableFromInline package static var onMouseDown: Self { Self(409, .event) }
    @usableFromInline package static var onMouseUp: Self { Self(410, .event) }
    @usableFromInline package static var onMouseEnter: Self { Self(411, .event) }
    @usableFromInline package static var onMouseLeave: Self { Self(412, .event) }
    @usableFromInline package static var onMouseOver: Self { Self(413, .event) }
    @usableFromInline package static var onMouseOut: Self { Self(414, .event) }
    @usableFromInline package static var onContextMenu: Self { Self(415, .event) }
    @usableFromInline package static var onPointerDown: Self { Self(416, .event) }
    @usableFromInline package static var onPointerUp: Self { Self(417, .event) }
    @usableFromInline package static var onPointerEnter: Self { Self(418, .event) }
    @usableFromInline package static var onPointerLeave: Self { Self(419, .event) }
    @usableFromInline package static var onPointerCancel: Self { Self(420, .event) }
    @usableFromInline package static var onDragStart: Self { Self(421, .event) }
    @usableFromInline package static var onDragEnd: Self { Self(422, .event) }
    @usableFromInline package static var onDragEnter: Self { Self(423, .event) }
    @usableFromInline package static var onDragOver: Self { Self(424, .event) }
    @usableFromInline package static var onDragLeave: Self { Self(425, .event) }
    @usableFromInline package static var onDrop: Self { Self(426, .event) }
    @usableFromInline package static var onCopy: Self { Self(427, .event) }
    @usableFromInline package static var onCut: Self { Self(428, .event) }
    @usableFromInline package static var onPaste: Self { Self(429, .event) }
    @usableFromInline package static var onScrollEnd: Self { Self(430, .event) }
    @usableFromInline package static var onSelect: Self { Self(431, .event) }
    @usableFromInline package static var onInvalid: Self { Self(432, .event) }
    @usableFromInline package static var onReset: Self { Self(433, .event) }
    @usableFromInline package static var onToggle: Self { Self(434, .event) }
    @usableFromInline package static var onCancel: Self { Self(435, .event) }
    @usableFromInline package static var onClose: Self { Self(436, .event) }
    @usableFromInline package static var onLoad: Self { Self(437, .event) }
    @usableFromInline package static var onError: Self { Self(438, .event) }
    @usableFromInline package static var onPlay: Self { Self(439, .event) }
    @usableFromInline package static var onPause: Self { Self(440, .event) }
    @usableFromInline package static var onEnded: Self { Self(441, .event) }
    @usableFromInline package static var onAnimationEnd: Self { Self(442, .event) }
    @usableFromInline package static var onTransitionEnd: Self { Self(443, .event) }
    @usableFromInline package static var onKeyDownEnter: Self { Self(444, .event) }
    @usableFromInline package static var onKeyDownEscape: Self { Self(445, .event) }
    @usableFromInline package static var onKeyDownTab: Self { Self(446, .event) }
    @usableFromInline package static var onKeyDownSpace: Self { Self(447, .event) }
    @usableFromInline package static var onKeyDownBackspace: Self { Self(448, .event) }
    @usableFromInline package static var onKeyDownDelete: Self { Self(449, .event) }
    @usableFromInline package static var onKeyDownArrowUp: Self { Self(450, .event) }
    @usableFromInline package static var onKeyDownArrowDown: Self { Self(451, .event) }
    @usableFromInline package static var onKeyDownArrowLeft: Self { Self(452, .event) }
    @usableFromInline package static var onKeyDownArrowRight: Self { Self(453, .event) }
    @usableFromInline package static var onKeyDownHome: Self { Self(454, .event) }
    @usableFromInline package static var onKeyDownEnd: Self { Self(455, .event) }
    @usableFromInline package static var onKeyDownPageUp: Self { Self(456, .event) }
    @usableFromInline package static var onKeyDownPageDown: Self { Self(457, .event) }
    @usableFromInline package static var onVisible: Self { Self(458, .event) }

    static var eventDefinitions: [(attribute: AttributeName, text: StaticString)] {
        [
            (.onClick, "click"), (.onChange, "change"), (.onSubmit, "submit"), (.onInput, "input"),
            (.onDoubleClick, "dblclick"), (.onFocus, "focus"), (.onBlur, "blur"), (.onFocusIn, "focusin"),
            (.onFocusOut, "focusout"), (.onKeyDown, "keydown"), (.onKeyUp, "keyup"), (.onMouseDown, "mousedown"),
            (.onMouseUp, "mouseup"), (.onMouseEnter, "mouseenter"), (.onMouseLeave, "mouseleave"),
            (.onMouseOver, "mouseover"), (.onMouseOut, "mouseout"), (.onContextMenu, "contextmenu"),
            (.onPointerDown, "pointerdown"), (.onPointerUp, "pointerup"), (.onPointerEnter, "pointerenter"),
            (.onPointerLeave, "pointerleave"), (.onPointerCancel, "pointercancel"), (.onDragStart, "dragstart"),
            (.onDragEnd, "dragend"), (.onDragEnter, "dragenter"), (.onDragOver, "dragover"),
            (.onDragLeave, "dragleave"),
            (.onDrop, "drop"), (.onCopy, "copy"), (.onCut, "cut"), (.onPaste, "paste"), (.onScrollEnd, "scrollend"),
            (.onSelect, "select"), (.onInvalid, "invalid"), (.onReset, "reset"), (.onToggle, "toggle"),
            (.onCancel, "cancel"), (.onClose, "close"), (.onLoad, "load"), (.onError, "error"), (.onPlay, "play"),
            (.onPause, "pause"), (.onEnded, "ended"), (.onAnimationEnd, "animationend"),
            (.onTransitionEnd, "transitionend"), (.onKeyDownEnter, "keydown.enter"),
            (.onKeyDownEscape, "keydown.escape"),
            (.onKeyDownTab, "keydown.tab"), (.onKeyDownSpace, "keydown.space"),
            (.onKeyDownBackspace, "keydown.backspace"),
            (.onKeyDownDelete, "keydown.delete"), (.onKeyDownArrowUp, "keydown.arrowup"),
            (.onKeyDownArrowDown, "keydown.arrowdown"), (.onKeyDownArrowLeft, "keydown.arrowleft"),
            (.onKeyDownArrowRight, "keydown.arrowright"), (.onKeyDownHome, "keydown.home"),
            (.onKeyDownEnd, "keydown.end"),
            (.onKeyDownPageUp, "keydown.pageup"), (.onKeyDownPageDown, "keydown.pagedown"), (.onVisible, "inview"),
        ]
    }
}
