#!/bin/sh
# animal.sh PROTOCOL HABIT: plays Connect, always in the first column with room, under the course's
# judge (PROTOCOL judge) or in our own protocol (own). At its second move the habit shows. Under the
# judge for Bricks (bricks) it has a few moves for 3 x 3. What it is told goes to the file $SCRIBE.
protocol=$1
habit=$2

# --- Habits that show at once -------------------------------------------------------------------
case $habit in
deaf) exec sleep 1000 ;;
slow-start) sleep 1 ;;
dies-at-once) exit 7 ;;
no-interpreter) exec "$0.missing" ;;
chatterbox) while :; do echo hello; done ;;
esac

end='\n'
[ "$habit" = crlf ] && end='\r\n'
say() {
    printf "%s$end" "$*"
}

# The next line, as $line.
hear() {
    IFS= read -r line || return 1
    if [ -n "$SCRIBE" ]; then printf '%s\n' "$line" >>"$SCRIBE"; fi
}

# --- What it does instead of its second move ----------------------------------------------------
misbehave() {
    case $habit in
    flood) while :; do say "info string $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$ $$"; done ;;
    endless) while :; do printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done ;;
    zeros) exec cat /dev/zero ;;
    dies) exit 3 ;;
    leaves) exit 0 ;;
    segfault) kill -SEGV $$ ;;
    last-words) echo "I cannot go on" >&2 && exit 4 ;;
    half) printf 'bestmo' && exit 0 ;;
    half-crash) printf 1 && exit 5 ;;
    garbage) say "my hovercraft is full of eels" ;;
    binary) head -c 100 /dev/urandom | tr -d '\n' && printf '\n' ;;
    illegal) answer 90 z ;;
    silent) sleep 1000 ;;
    busy) while :; do :; done ;;
    stubborn)
        trap '' TERM INT HUP
        while :; do sleep 1000; done
        ;;
    closed)
        exec 1>&-
        sleep 1000
        ;;
    hungry) head -c 900000000 /dev/zero | tail -c 800000000 >/dev/null || exit 1 ;;
    family)
        for _ in 1 2 3; do
            sh -c 'sleep 1000 & sleep 1000 & wait' &
        done
        exit 0
        ;;
    daemon)
        setsid sh -c 'trap "" TERM HUP; setsid sleep 1000 & sleep 1000' </dev/null >/dev/null 2>&1 &
        (setsid sleep 1000 &) &
        say "my work here is done"
        sleep 1000
        ;;
    daemon-keeps-output)
        setsid sh -c 'trap "" TERM HUP; while :; do sleep 1000; done' &
        exit 0
        ;;
    closes-input)
        exec 0<&-
        sleep 1000
        ;;
    writes)
        # Neither the working directory nor the home is to be written; temporary files are.
        touch ./partida-zoo-was-here 2>/dev/null && exit 10
        touch "$HOME/partida-zoo-was-here" 2>/dev/null && exit 11
        touch /tmp/partida-zoo-was-here 2>/dev/null && exit 12
        touch "$TMPDIR/here" || exit 13
        echo nothing >/dev/null || exit 14
        exit 42
        ;;
    kills) kill -KILL "$PPID" 2>/dev/null && exit 10 || exit 42 ;;
    *) return 1 ;;
    esac
}

# --- The game -----------------------------------------------------------------------------------
# answer INDEX LETTER: as the protocol wants it.
answer() {
    if [ "$protocol" = own ]; then say "bestmove $2"; else say "$1"; fi
}

turn=0
play() {
    turn=$((turn + 1))
    if [ $turn -eq 2 ] && misbehave; then return; fi
    index=0
    for letter in a b c d e f g; do
        count=0
        for move in $played; do
            [ "$move" = $letter ] && count=$((count + 1))
        done
        if [ $count -lt 6 ]; then
            if [ $turn -eq 2 ] && [ "$habit" = twice ]; then
                both=$(answer $index $letter)
                printf '%s\n%s\n' "$both" "$both"
            else
                answer $index $letter
            fi
            played="$played $letter"
            return
        fi
        index=$((index + 1))
    done
}

if [ "$protocol" = bricks ]; then
    hear
    if [ "$line" = "3 0" ]; then
        say 1 1 0
        hear && say 3 1 0
    else
        hear && say 2 1 1
        hear && say 2 2 1
    fi
    hear
elif [ "$protocol" = own ]; then
    while hear; do
        order=${line%% *} rest=${line#* }
        case $order in
        partida)
            if [ "$habit" = uci ]; then say uciok; else
                say id name animal
                say ok
            fi
            ;;
        isready) say readyok ;;
        newgame) turn=0 ;;
        position) played=${rest#start} played=${played# moves} ;;
        go) play ;;
        quit) exit 0 ;;
        esac
    done
else
    while hear; do
        [ "$line" = salir ] && say listo && exit 0
        hear
        hear
        turn=0 played=
        [ "$line" = vos ] && play
        while hear; do
            case $line in
            ganaste | perdiste | empataron) break ;;
            esac
            index=0
            for letter in a b c d e f g; do
                [ "$line" = $index ] && played="$played $letter"
                index=$((index + 1))
            done
            play
        done
    done
fi
