//! Files of networks.

use game::Score;
use game::network::{Network, NotANetwork};

/// Reads a network's file, as it is and with the checksum that it should have: hardly any change of a
/// file gets past that otherwise.
pub fn network_file(input: &[u8]) -> bool {
    let mut mended = input.to_vec();
    if let Err(NotANetwork::Checksum { computed, .. }) = check(input) {
        let content = input.len() - 8;
        mended[content..].copy_from_slice(&computed.to_le_bytes());
    }
    check(&mended).is_ok()
}

fn check(input: &[u8]) -> Result<(), NotANetwork> {
    let network = match Network::from_bytes(input) {
        Ok(network) => network,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return Err(error);
        }
    };
    assert_eq!(network.to_bytes(), input, "what is read is written again");
    assert_eq!(network.check(network.inputs()), Ok(()));
    let weights = network.weights();
    let again = Network::new(network.inputs().clone(), &weights);
    assert_eq!(again.as_ref(), Ok(&network));
    // The greatest sums there are: with overflow checks, none may panic.
    let count = network.inputs().names.len();
    for number in [0, 1, 255] {
        check_value(&network, &vec![number; count]);
    }
    for (unit, row) in weights.hidden.iter().enumerate() {
        let for_unit = |weight: &i16| {
            if (*weight > 0) == unit.is_multiple_of(2) {
                255
            } else {
                0
            }
        };
        let inputs: Vec<i16> = row.iter().map(for_unit).collect();
        check_value(&network, &inputs);
    }
    Ok(())
}

fn check_value(network: &Network, inputs: &[i16]) {
    assert!(network.value(inputs).abs() <= Score::GREATEST_VALUE);
}
