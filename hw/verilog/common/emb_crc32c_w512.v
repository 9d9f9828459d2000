// CRC-32C of a stream of words. Two cycles; a word a cycle; never stalls.
//
// Exported by emberlane-verilog from Rust-HDL. Change the Rust source, not this file.

`default_nettype none

module emb_crc32c_w512 (
    input  wire         clock,
    input  wire         clear,
    input  wire [511:0] word,
    input  wire         word_valid,
    output wire [31:0]  value,
    output wire         settled
);

    localparam [31:0] ONES = 32'hffffffff;
    localparam [31:0] STATE_BITS_0 = 32'ha660c35c;
    localparam [31:0] STATE_BITS_1 = 32'h4cc186b9;
    localparam [31:0] STATE_BITS_10 = 32'h688ea443;
    localparam [31:0] STATE_BITS_11 = 32'hd11d4887;
    localparam [31:0] STATE_BITS_12 = 32'h045a5252;
    localparam [31:0] STATE_BITS_13 = 32'haed467f9;
    localparam [31:0] STATE_BITS_14 = 32'hfbc80caf;
    localparam [31:0] STATE_BITS_15 = 32'hf790195f;
    localparam [31:0] STATE_BITS_16 = 32'hef2032be;
    localparam [31:0] STATE_BITS_17 = 32'hde40657d;
    localparam [31:0] STATE_BITS_18 = 32'h1ae009a7;
    localparam [31:0] STATE_BITS_19 = 32'h93a0d013;
    localparam [31:0] STATE_BITS_2 = 32'h99830d72;
    localparam [31:0] STATE_BITS_20 = 32'h2741a026;
    localparam [31:0] STATE_BITS_21 = 32'he8e38310;
    localparam [31:0] STATE_BITS_22 = 32'h77a7c57c;
    localparam [31:0] STATE_BITS_23 = 32'h492f49a4;
    localparam [31:0] STATE_BITS_24 = 32'h343e5014;
    localparam [31:0] STATE_BITS_25 = 32'h687ca028;
    localparam [31:0] STATE_BITS_26 = 32'h7699830d;
    localparam [31:0] STATE_BITS_27 = 32'hed33061a;
    localparam [31:0] STATE_BITS_28 = 32'hda660c35;
    localparam [31:0] STATE_BITS_29 = 32'hb4cc186b;
    localparam [31:0] STATE_BITS_3 = 32'h33061ae4;
    localparam [31:0] STATE_BITS_30 = 32'h699830d7;
    localparam [31:0] STATE_BITS_31 = 32'hd33061ae;
    localparam [31:0] STATE_BITS_4 = 32'hc06cf694;
    localparam [31:0] STATE_BITS_5 = 32'h26b92e74;
    localparam [31:0] STATE_BITS_6 = 32'heb129fb4;
    localparam [31:0] STATE_BITS_7 = 32'h7045fc34;
    localparam [31:0] STATE_BITS_8 = 32'he08bf869;
    localparam [31:0] STATE_BITS_9 = 32'h6777338f;
    localparam [511:0] WORD_BITS_0 = 512'h1f91caf6386f2c25de2753181954cd1ef5e1bbd961745c3ae969f40a5f513d79b5fd09987e8408f7ba1e130ded04e470468f38caa6a136723dda585da660c35c;
    localparam [511:0] WORD_BITS_1 = 512'h3f2395ec70de584bbc4ea63032a99a3debc377b2c2e8b875d2d3e814bea27af36bfa1330fd0811ef743c261bda09c8e08d1e71954d426ce47bb4b0bb4cc186b9;
    localparam [511:0] WORD_BITS_10 = 512'h74409c60a7a4cda9a15499095889718fad8247c71d97a47436f9564894f46c501afafb06fe4c2c2f033908d57d501b15d9d102c74c4b141bd1a5c595688ea443;
    localparam [511:0] WORD_BITS_11 = 512'he88138c14f499b5342a93212b112e31f5b048f8e3b2f48e86df2ac9129e8d8a035f5f60dfc98585e067211aafaa0362bb3a2058e98962837a34b8b2ad11d4887;
    localparam [511:0] WORD_BITS_12 = 512'hce93bb74a6fc1a835b75373d7b710b2043e8a4c5172acdea328cad280c808c39de16e58387b4b84bb6fa30581844882721cb33d7978d661d7b4d4e08045a5252;
    localparam [511:0] WORD_BITS_13 = 512'h82b6bc1f7597192368cd3d62efb6db5e7230f2534f21c7ee8c70ae5a4650250a09d0c29f71ed7860d7ea73bddd8df43e05195f6589bbfa48cb40c44daed467f9;
    localparam [511:0] WORD_BITS_14 = 512'h1afcb2c8d3411e630fbd29ddc6397ba211805f7fff37d3e7f188a8bed3f1776da65c8ca69d5ef83615caf476561f0c0c4cbd8601b5d6c2e3ab5bd0c6fbc80caf;
    localparam [511:0] WORD_BITS_15 = 512'h35f96591a6823cc61f7a53bb8c72f7442300befffe6fa7cfe311517da7e2eedb4cb9194d3abdf06c2b95e8ecac3e1818997b0c036bad85c756b7a18df790195f;
    localparam [511:0] WORD_BITS_16 = 512'h6bf2cb234d04798c3ef4a77718e5ee8846017dfffcdf4f9fc622a2fb4fc5ddb69972329a757be0d8572bd1d9587c303132f61806d75b0b8ead6f431bef2032be;
    localparam [511:0] WORD_BITS_17 = 512'hd7e596469a08f3187de94eee31cbdd108c02fbfff9be9f3f8c4545f69f8bbb6d32e46534eaf7c1b0ae57a3b2b0f8606265ec300daeb6171d5ade8637de40657d;
    localparam [511:0] WORD_BITS_18 = 512'hb05ae67b0c7eca1525f5cec47ac3773fede44c2692096245f1e37fe760464ba3d035c3f1ab6b8b96e6b154688cf424b48d5758d1fbcd1848886754321ae009a7;
    localparam [511:0] WORD_BITS_19 = 512'h7f2406002092b80f95ccce90ecd223612e292394456698b10aaf0bc49fddaa3e15968e7b28531fda777cbbdcf4ecad195c218969513b06e32d14f03993a0d013;
    localparam [511:0] WORD_BITS_2 = 512'h7e472bd8e1bcb097789d4c606553347bd786ef6585d170eba5a7d0297d44f5e6d7f42661fa1023dee8784c37b41391c11a3ce32a9a84d9c8f769617699830d72;
    localparam [511:0] WORD_BITS_20 = 512'hfe480c004125701f2b999d21d9a446c25c5247288acd3162155e17893fbb547c2b2d1cf650a63fb4eef977b9e9d95a32b84312d2a2760dc65a29e0732741a026;
    localparam [511:0] WORD_BITS_21 = 512'he301d2f6ba25cc1b8914695baa1c409a4d45358874ee3efec3d5db1820279581e3a73074dfc8779e67ecfc7e3eb6501536091d6fe24d2dfe898998bbe8e38310;
    localparam [511:0] WORD_BITS_22 = 512'hd9926f1b4c24b412cc0f81af4d6c4c2a6f6bd0c988a821c76ec2423a1f1e167a72b36971c114e7cb75c7ebf19068445a2a9d0215623b6d8f2ec9692a77a7c57c;
    localparam [511:0] WORD_BITS_23 = 512'hacb514c0a026440046385046838c554a2b361a4a70241fb434ed707e616d118d509bdb7bfcadc7615191c4eecdd46cc413b53ce062d7ed6c60488a09492f49a4;
    localparam [511:0] WORD_BITS_24 = 512'h46fbe3777823a4255257f3951e4c678aa38d8f4d813c635280b314f69d8b1e6314cabf6f87df8635193d9ad076ac3df861e5410a630eecaafd4b4c4f343e5014;
    localparam [511:0] WORD_BITS_25 = 512'h8df7c6eef047484aa4afe72a3c98cf15471b1e9b0278c6a5016629ed3b163cc629957edf0fbf0c6a327b35a0ed587bf0c3ca8214c61dd955fa96989e687ca028;
    localparam [511:0] WORD_BITS_26 = 512'h047e472bd8e1bcb097789d4c606553347bd786ef6585d170eba5a7d0297d44f5e6d7f42661fa1023dee8784c37b41391c11a3ce32a9a84d9c8f769617699830d;
    localparam [511:0] WORD_BITS_27 = 512'h08fc8e57b1c379612ef13a98c0caa668f7af0ddecb0ba2e1d74b4fa052fa89ebcdafe84cc3f42047bdd0f0986f682723823479c6553509b391eed2c2ed33061a;
    localparam [511:0] WORD_BITS_28 = 512'h11f91caf6386f2c25de2753181954cd1ef5e1bbd961745c3ae969f40a5f513d79b5fd09987e8408f7ba1e130ded04e470468f38caa6a136723dda585da660c35;
    localparam [511:0] WORD_BITS_29 = 512'h23f2395ec70de584bbc4ea63032a99a3debc377b2c2e8b875d2d3e814bea27af36bfa1330fd0811ef743c261bda09c8e08d1e71954d426ce47bb4b0bb4cc186b;
    localparam [511:0] WORD_BITS_3 = 512'hfc8e57b1c379612ef13a98c0caa668f7af0ddecb0ba2e1d74b4fa052fa89ebcdafe84cc3f42047bdd0f0986f682723823479c6553509b391eed2c2ed33061ae4;
    localparam [511:0] WORD_BITS_30 = 512'h47e472bd8e1bcb097789d4c606553347bd786ef6585d170eba5a7d0297d44f5e6d7f42661fa1023dee8784c37b41391c11a3ce32a9a84d9c8f769617699830d7;
    localparam [511:0] WORD_BITS_31 = 512'h8fc8e57b1c379612ef13a98c0caa668f7af0ddecb0ba2e1d74b4fa052fa89ebcdafe84cc3f42047bdd0f0986f682723823479c6553509b391eed2c2ed33061ae;
    localparam [511:0] WORD_BITS_4 = 512'he68d6595be9dee783c5262998c181cf1abfa064f76319f947ff6b4afaa42eae2ea2d901f96c4878c1bff23d33d4aa3742e7cb460ccb25151e07fdd87c06cf694;
    localparam [511:0] WORD_BITS_5 = 512'hd28b01dd4554f0d5a683962b0164f4fda215b7478d17631216849d550bd4e8bc61a629a7530d07ef8de054ab9791a2981a76500b3fc594d1fd25e35226b92e74;
    localparam [511:0] WORD_BITS_6 = 512'hba87c94cb2c6cd8e93207f4e1b9d24e5b1cad5567b5a9a1ec460cea048f8ec0176b15ad6d89e0728a1deba5ac227a140726398dcd92a1fd1c7919ef9eb129fb4;
    localparam [511:0] WORD_BITS_7 = 512'h6a9e586f5de2b738f867ad842e6e84d59674117597c1680761a8694acea0e57b589fbc35cfb806a6f9a367b8694ba6f0a248097314f509d1b2f965ae7045fc34;
    localparam [511:0] WORD_BITS_8 = 512'hd53cb0debbc56e71f0cf5b085cdd09ab2ce822eb2f82d00ec350d2959d41caf6b13f786b9f700d4df346cf70d2974de1449012e629ea13a365f2cb5ce08bf869;
    localparam [511:0] WORD_BITS_9 = 512'hb5e8ab4b4fe5f0c63fb9e508a0eede48ac31fe0f3e71fc276fc8512165d2a894d783f94f4064126c5c938dec482a7fb2cfaf1d06f5751134f63fcee46777338f;

    reg [31:0] state = 32'd0;
    reg [31:0] part = 32'd0;
    reg part_valid = 1'b0;

    wire [31:0] of_word_0;
    wire [31:0] of_word_1;
    wire [31:0] of_word_2;
    wire [31:0] of_word_3;
    wire [31:0] of_word_4;
    wire [31:0] of_word_5;
    wire [31:0] of_word_6;
    wire [31:0] of_word_7;
    wire [31:0] of_word_8;
    wire [31:0] of_word_9;
    wire [31:0] of_word_10;
    wire [31:0] of_word_11;
    wire [31:0] of_word_12;
    wire [31:0] of_word_13;
    wire [31:0] of_word_14;
    wire [31:0] of_word_15;
    wire [31:0] of_word_16;
    wire [31:0] of_word_17;
    wire [31:0] of_word_18;
    wire [31:0] of_word_19;
    wire [31:0] of_word_20;
    wire [31:0] of_word_21;
    wire [31:0] of_word_22;
    wire [31:0] of_word_23;
    wire [31:0] of_word_24;
    wire [31:0] of_word_25;
    wire [31:0] of_word_26;
    wire [31:0] of_word_27;
    wire [31:0] of_word_28;
    wire [31:0] of_word_29;
    wire [31:0] of_word_30;
    wire [31:0] of_word_31;
    wire [31:0] of_state_0;
    wire [31:0] of_state_1;
    wire [31:0] of_state_2;
    wire [31:0] of_state_3;
    wire [31:0] of_state_4;
    wire [31:0] of_state_5;
    wire [31:0] of_state_6;
    wire [31:0] of_state_7;
    wire [31:0] of_state_8;
    wire [31:0] of_state_9;
    wire [31:0] of_state_10;
    wire [31:0] of_state_11;
    wire [31:0] of_state_12;
    wire [31:0] of_state_13;
    wire [31:0] of_state_14;
    wire [31:0] of_state_15;
    wire [31:0] of_state_16;
    wire [31:0] of_state_17;
    wire [31:0] of_state_18;
    wire [31:0] of_state_19;
    wire [31:0] of_state_20;
    wire [31:0] of_state_21;
    wire [31:0] of_state_22;
    wire [31:0] of_state_23;
    wire [31:0] of_state_24;
    wire [31:0] of_state_25;
    wire [31:0] of_state_26;
    wire [31:0] of_state_27;
    wire [31:0] of_state_28;
    wire [31:0] of_state_29;
    wire [31:0] of_state_30;
    wire [31:0] of_state_31;

    always @(posedge clock) begin
        part_valid <= word_valid;
        if (part_valid) begin
            state <= of_state_31 ^ part;
        end
        if (clear) begin
            state <= ONES;
            part_valid <= 1'b0;
        end
    end

    assign of_word_0 = {31'd0, ^(word & WORD_BITS_0)};
    assign of_state_0 = {31'd0, ^(state & STATE_BITS_0)};
    assign of_word_1 = {of_word_0[31:2], ^(word & WORD_BITS_1), of_word_0[0]};
    assign of_state_1 = {of_state_0[31:2], ^(state & STATE_BITS_1), of_state_0[0]};
    assign of_word_2 = {of_word_1[31:3], ^(word & WORD_BITS_2), of_word_1[1:0]};
    assign of_state_2 = {of_state_1[31:3], ^(state & STATE_BITS_2), of_state_1[1:0]};
    assign of_word_3 = {of_word_2[31:4], ^(word & WORD_BITS_3), of_word_2[2:0]};
    assign of_state_3 = {of_state_2[31:4], ^(state & STATE_BITS_3), of_state_2[2:0]};
    assign of_word_4 = {of_word_3[31:5], ^(word & WORD_BITS_4), of_word_3[3:0]};
    assign of_state_4 = {of_state_3[31:5], ^(state & STATE_BITS_4), of_state_3[3:0]};
    assign of_word_5 = {of_word_4[31:6], ^(word & WORD_BITS_5), of_word_4[4:0]};
    assign of_state_5 = {of_state_4[31:6], ^(state & STATE_BITS_5), of_state_4[4:0]};
    assign of_word_6 = {of_word_5[31:7], ^(word & WORD_BITS_6), of_word_5[5:0]};
    assign of_state_6 = {of_state_5[31:7], ^(state & STATE_BITS_6), of_state_5[5:0]};
    assign of_word_7 = {of_word_6[31:8], ^(word & WORD_BITS_7), of_word_6[6:0]};
    assign of_state_7 = {of_state_6[31:8], ^(state & STATE_BITS_7), of_state_6[6:0]};
    assign of_word_8 = {of_word_7[31:9], ^(word & WORD_BITS_8), of_word_7[7:0]};
    assign of_state_8 = {of_state_7[31:9], ^(state & STATE_BITS_8), of_state_7[7:0]};
    assign of_word_9 = {of_word_8[31:10], ^(word & WORD_BITS_9), of_word_8[8:0]};
    assign of_state_9 = {of_state_8[31:10], ^(state & STATE_BITS_9), of_state_8[8:0]};
    assign of_word_10 = {of_word_9[31:11], ^(word & WORD_BITS_10), of_word_9[9:0]};
    assign of_state_10 = {of_state_9[31:11], ^(state & STATE_BITS_10), of_state_9[9:0]};
    assign of_word_11 = {of_word_10[31:12], ^(word & WORD_BITS_11), of_word_10[10:0]};
    assign of_state_11 = {of_state_10[31:12], ^(state & STATE_BITS_11), of_state_10[10:0]};
    assign of_word_12 = {of_word_11[31:13], ^(word & WORD_BITS_12), of_word_11[11:0]};
    assign of_state_12 = {of_state_11[31:13], ^(state & STATE_BITS_12), of_state_11[11:0]};
    assign of_word_13 = {of_word_12[31:14], ^(word & WORD_BITS_13), of_word_12[12:0]};
    assign of_state_13 = {of_state_12[31:14], ^(state & STATE_BITS_13), of_state_12[12:0]};
    assign of_word_14 = {of_word_13[31:15], ^(word & WORD_BITS_14), of_word_13[13:0]};
    assign of_state_14 = {of_state_13[31:15], ^(state & STATE_BITS_14), of_state_13[13:0]};
    assign of_word_15 = {of_word_14[31:16], ^(word & WORD_BITS_15), of_word_14[14:0]};
    assign of_state_15 = {of_state_14[31:16], ^(state & STATE_BITS_15), of_state_14[14:0]};
    assign of_word_16 = {of_word_15[31:17], ^(word & WORD_BITS_16), of_word_15[15:0]};
    assign of_state_16 = {of_state_15[31:17], ^(state & STATE_BITS_16), of_state_15[15:0]};
    assign of_word_17 = {of_word_16[31:18], ^(word & WORD_BITS_17), of_word_16[16:0]};
    assign of_state_17 = {of_state_16[31:18], ^(state & STATE_BITS_17), of_state_16[16:0]};
    assign of_word_18 = {of_word_17[31:19], ^(word & WORD_BITS_18), of_word_17[17:0]};
    assign of_state_18 = {of_state_17[31:19], ^(state & STATE_BITS_18), of_state_17[17:0]};
    assign of_word_19 = {of_word_18[31:20], ^(word & WORD_BITS_19), of_word_18[18:0]};
    assign of_state_19 = {of_state_18[31:20], ^(state & STATE_BITS_19), of_state_18[18:0]};
    assign of_word_20 = {of_word_19[31:21], ^(word & WORD_BITS_20), of_word_19[19:0]};
    assign of_state_20 = {of_state_19[31:21], ^(state & STATE_BITS_20), of_state_19[19:0]};
    assign of_word_21 = {of_word_20[31:22], ^(word & WORD_BITS_21), of_word_20[20:0]};
    assign of_state_21 = {of_state_20[31:22], ^(state & STATE_BITS_21), of_state_20[20:0]};
    assign of_word_22 = {of_word_21[31:23], ^(word & WORD_BITS_22), of_word_21[21:0]};
    assign of_state_22 = {of_state_21[31:23], ^(state & STATE_BITS_22), of_state_21[21:0]};
    assign of_word_23 = {of_word_22[31:24], ^(word & WORD_BITS_23), of_word_22[22:0]};
    assign of_state_23 = {of_state_22[31:24], ^(state & STATE_BITS_23), of_state_22[22:0]};
    assign of_word_24 = {of_word_23[31:25], ^(word & WORD_BITS_24), of_word_23[23:0]};
    assign of_state_24 = {of_state_23[31:25], ^(state & STATE_BITS_24), of_state_23[23:0]};
    assign of_word_25 = {of_word_24[31:26], ^(word & WORD_BITS_25), of_word_24[24:0]};
    assign of_state_25 = {of_state_24[31:26], ^(state & STATE_BITS_25), of_state_24[24:0]};
    assign of_word_26 = {of_word_25[31:27], ^(word & WORD_BITS_26), of_word_25[25:0]};
    assign of_state_26 = {of_state_25[31:27], ^(state & STATE_BITS_26), of_state_25[25:0]};
    assign of_word_27 = {of_word_26[31:28], ^(word & WORD_BITS_27), of_word_26[26:0]};
    assign of_state_27 = {of_state_26[31:28], ^(state & STATE_BITS_27), of_state_26[26:0]};
    assign of_word_28 = {of_word_27[31:29], ^(word & WORD_BITS_28), of_word_27[27:0]};
    assign of_state_28 = {of_state_27[31:29], ^(state & STATE_BITS_28), of_state_27[27:0]};
    assign of_word_29 = {of_word_28[31:30], ^(word & WORD_BITS_29), of_word_28[28:0]};
    assign of_state_29 = {of_state_28[31:30], ^(state & STATE_BITS_29), of_state_28[28:0]};
    assign of_word_30 = {of_word_29[31], ^(word & WORD_BITS_30), of_word_29[29:0]};
    assign of_state_30 = {of_state_29[31], ^(state & STATE_BITS_30), of_state_29[29:0]};
    assign of_word_31 = {^(word & WORD_BITS_31), of_word_30[30:0]};
    assign of_state_31 = {^(state & STATE_BITS_31), of_state_30[30:0]};
    assign value = ~state;
    assign settled = ~part_valid;

    always @(posedge clock) begin
        part <= of_word_31;
    end

    // Bits that the design does not need.
    wire _unused = &{
        of_word_0[1],
        of_word_1[2],
        of_word_2[3],
        of_word_3[4],
        of_word_4[5],
        of_word_5[6],
        of_word_6[7],
        of_word_7[8],
        of_word_8[9],
        of_word_9[10],
        of_word_10[11],
        of_word_11[12],
        of_word_12[13],
        of_word_13[14],
        of_word_14[15],
        of_word_15[16],
        of_word_16[17],
        of_word_17[18],
        of_word_18[19],
        of_word_19[20],
        of_word_20[21],
        of_word_21[22],
        of_word_22[23],
        of_word_23[24],
        of_word_24[25],
        of_word_25[26],
        of_word_26[27],
        of_word_27[28],
        of_word_28[29],
        of_word_29[30],
        of_word_30[31],
        of_state_0[1],
        of_state_1[2],
        of_state_2[3],
        of_state_3[4],
        of_state_4[5],
        of_state_5[6],
        of_state_6[7],
        of_state_7[8],
        of_state_8[9],
        of_state_9[10],
        of_state_10[11],
        of_state_11[12],
        of_state_12[13],
        of_state_13[14],
        of_state_14[15],
        of_state_15[16],
        of_state_16[17],
        of_state_17[18],
        of_state_18[19],
        of_state_19[20],
        of_state_20[21],
        of_state_21[22],
        of_state_22[23],
        of_state_23[24],
        of_state_24[25],
        of_state_25[26],
        of_state_26[27],
        of_state_27[28],
        of_state_28[29],
        of_state_29[30],
        of_state_30[31],
        1'b0
    };

endmodule

`default_nettype wire
